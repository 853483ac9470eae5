import type { EventType } from '../../../src/contract/event'
import { planLimits } from '../../../src/contract/plans'
import { formatBytes } from '../../../src/lib/bytes'
import type { CameraTable } from '../../db/schema'
import { statusOf } from '../../presenters/camera'
import { listCameras } from '../../repositories/cameras'
import {
  countFoundEvents,
  type FoundEvent,
  listFoundEvents,
  listFoundVideos,
  type Search,
  sumFoundVideos,
} from '../../repositories/chats-search'
import { planNameOf } from '../billing/plan-choices'
import { readPlanUsage } from '../plan-usage'
import type { Services } from '../services'
import type { Assistant, Question } from './assistant'
import { clipLink, plainText } from './clip-links'
import { type AskedPeriod, lastDays, periodIn, timeOf } from './question-period'
import { topicOf } from './question-topic'

type Sources = Pick<Services, 'db' | 'clock' | 'snapshotPace'>

/** Rows that an answer lists. */
const LISTED = 10
/** Looked at where a question names no time. */
const DEFAULT_DAYS = 7

/** Answers by rules and from the database alone: what it does not find, it does not say (design 3). */
export function builtInAssistant(sources: Sources): Assistant {
  return { answer: (question) => answerTo(sources, question) }
}

async function answerTo(sources: Sources, question: Question): Promise<string> {
  const text = question.text.toLowerCase()
  const topic = topicOf(text)
  const cameras = await listCameras(sources.db, question.workspaceId)
  const nowMs = sources.clock.now()
  const asked: Asked = {
    ...question,
    camera: cameraIn(text, cameras),
    period: periodIn(text, nowMs) ?? lastDays(DEFAULT_DAYS, nowMs),
  }
  switch (topic.kind) {
    case 'events':
      return aboutEvents(sources, asked, topic.type)
    case 'recordings':
      return aboutRecordings(sources, asked)
    case 'cameras':
      return aboutCameras(sources, cameras)
    case 'plan':
      return aboutPlan(sources, question)
    case 'unknown':
      return abilities
  }
}

const abilities = [
  'That is beyond me: I answer from what this hub has recorded, without a language model. You can ask me for',
  '- events of a time: "motion today", "who visited yesterday", "any security alerts", "events of the last 3 hours";',
  '- recordings: "the last hour of footage";',
  '- your cameras and whether they are online;',
  '- your plan, storage and chats.',
  'Add the name of a camera to hear of that one only. Times are in UTC.',
].join('\n')

interface Asked extends Question {
  /** The one that the question names. */
  readonly camera: CameraTable | null
  readonly period: AskedPeriod
}

function searchOf({ workspaceId, period, camera }: Asked, type: EventType | null): Search {
  return { workspaceId, fromMs: period.fromMs, toMs: period.toMs, type, cameraId: camera?.id ?? null }
}

const eventNames: Readonly<Record<EventType, string>> = {
  PERSON: 'person event',
  MOTION: 'motion event',
  ALERT: 'security alert',
}

async function aboutEvents({ db }: Sources, asked: Asked, type: EventType | null): Promise<string> {
  const search = searchOf(asked, type)
  const count = await countFoundEvents(db, search)
  const name = type === null ? 'event' : eventNames[type]
  const heading = `${countOf(count, name)}${placeOf(asked)} ${asked.period.words}.`
  if (count === 0) return heading
  const found = await listFoundEvents(db, search, LISTED)
  return [heading, ...listed(count, found.map(eventLine))].join('\n')
}

function eventLine({ title, created_at, video_id }: FoundEvent): string {
  const recording = video_id === null ? 'its recording is deleted' : clipLink('open the clip', video_id)
  return `- ${timeOf(created_at)}: ${plainText(title)}, ${recording}`
}

async function aboutRecordings({ db }: Sources, asked: Asked): Promise<string> {
  const search = searchOf(asked, null)
  const { count, sizeBytes } = await sumFoundVideos(db, search)
  const heading = `${countOf(count, 'recording')}${placeOf(asked)} ${asked.period.words}`
  if (count === 0) return `${heading}.`
  const lines = (await listFoundVideos(db, search, LISTED)).map(
    ({ id, created_at, camera_name, size_bytes }) =>
      `- ${clipLink(`${timeOf(created_at)}, ${camera_name}`, id)}, ${formatBytes(size_bytes)}`,
  )
  return [`${heading}, ${formatBytes(sizeBytes)} in all.`, ...listed(count, lines)].join('\n')
}

async function aboutCameras(sources: Sources, cameras: readonly CameraTable[]): Promise<string> {
  const states = cameras.map((camera) => ({ camera, isOnline: statusOf(camera, sources) === 'ONLINE' }))
  const online = states.filter(({ isOnline }) => isOnline).length
  if (cameras.length === 0) return 'You have no cameras yet. Add one on the Cameras screen.'
  const lines = states.map(({ camera, isOnline }) => {
    const motion = camera.is_motion_enabled === 1 ? 'on' : 'off'
    const place = `${plainText(camera.name)} (${plainText(camera.location)})`
    return `- ${place}: ${isOnline ? 'online' : 'offline'}, motion detection ${motion}`
  })
  const offline = cameras.length - online
  return [`You have ${numberOf(cameras.length, 'camera')}: ${online} online, ${offline} offline.`, ...lines].join('\n')
}

async function aboutPlan({ db, clock }: Sources, { workspaceId, tier }: Question): Promise<string> {
  const limits = planLimits[tier]
  const usage = await readPlanUsage(db, workspaceId, clock.now())
  const store = formatBytes(limits.storageBytes)
  return [
    `Your plan is ${planNameOf(tier)}.`,
    `- Storage: ${formatBytes(usage.storedBytes)} of ${store} used. When it is full, the oldest recordings are deleted.`,
    `- Recorded this month: ${formatBytes(usage.recordedBytes)} of ${store}.`,
    `- AI chats this month: ${usage.chats} of ${limits.chatsPerMonth}, this one included.`,
    `- Cameras: ${usage.cameras} of ${limits.cameras}.`,
    `A new month begins at ${timeOf(usage.month.untilMs)}.`,
  ].join('\n')
}

/** The camera whose name stands in the question; of several the longest name. */
function cameraIn(text: string, cameras: readonly CameraTable[]): CameraTable | null {
  const named = cameras.filter(({ name }) => text.includes(name.toLowerCase()))
  return named.sort((a, b) => b.name.length - a.name.length)[0] ?? null
}

function placeOf({ camera }: Asked): string {
  return camera === null ? '' : ` at ${plainText(camera.name)}`
}

function countOf(count: number, name: string): string {
  if (count === 0) return `There was no ${name}`
  return `There ${count === 1 ? 'was' : 'were'} ${numberOf(count, name)}`
}

function numberOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

function listed(count: number, lines: readonly string[]): string[] {
  return count > lines.length ? [`The newest ${lines.length}:`, ...lines] : [...lines]
}
