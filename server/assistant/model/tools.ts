import { tool } from 'ai'
import * as z from 'zod/mini'
import { planLimits, retentionDays } from '../../../src/contract/plans'
import { planNameOf } from '../../billing/plan-choices'
import { labelsIn } from '../../db/label-text'
import type { EventRow } from '../../events/event-rows'
import { presentFacts } from '../../recordings/facts/facts-presenter'
import type { Asked } from '../answers/asked'
import { groupsOf } from '../answers/group-answers'
import { kindGroups } from '../answers/kind-groups'
import type { Filter } from '../question/intent'
import type { FoundVideo, VideoSums } from '../search/search-rows'
import { unseenParts } from '../sight/sight-words'
import { timeOf } from '../times/period'
import { cameraIds, filterFields, type ReadFilter, readFilter } from './tool-input'

/** Rows that a tool returns at most: they are sent to the model. */
const MOST_ROWS = 30
const DEFAULT_ROWS = 10

/** The tools of one question, and the recordings that they returned so far: only those may be linked to. */
export interface SearchTools {
  readonly tools: ReturnType<typeof toolsOf>
  readonly clips: ReadonlySet<string>
}

/** Tools that only read, and only in the workspace of the question, whatever the model gives them. */
export function searchTools(asked: Asked): SearchTools {
  const clips = new Set<string>()
  return { tools: toolsOf(asked, clips), clips }
}

const limit = z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MOST_ROWS)))
const newestOrOldest = z.optional(z.enum(['newest', 'oldest']))
const text = z.optional(
  z.string().check(z.maxLength(200), z.describe('Words that the title, the message or the description holds.')),
)

function toolsOf(asked: Asked, clips: Set<string>) {
  return {
    list_cameras: tool({
      description:
        'All cameras with id, name, place, whether they are online, when last seen, and whether motion detection is on.',
      inputSchema: z.object({}),
      execute: () => listCameras(asked),
    }),
    count_events: tool({
      description:
        'How many events there were, and of which kinds: byKind without the words of text, otherEvents what else there was in that time and place.',
      inputSchema: z.object({ ...filterFields, text }),
      execute: ({ text: words, ...input }) =>
        withFilter(readFilter(input, asked), asked, async (read) => {
          const count = await asked.search.countEvents({ ...read.wanted, text: words ?? null })
          return { count, byKind: await kindsOf(read, asked), otherEvents: await othersOf(read, count, asked) }
        }),
    }),
    search_events: tool({
      description:
        'Events with time, type, labels (what was seen, and how many at once), title, camera, clip (the id of the recording, or null) and description (what a model said that its pictures show, or null), and how many there are in total.',
      inputSchema: z.object({ ...filterFields, text, order: newestOrOldest, limit }),
      execute: ({ text: words, order, limit: rows, ...input }) =>
        withFilter(readFilter(input, asked), asked, async (read) => {
          const wanted = { ...read.wanted, text: words ?? null }
          const found = await asked.search.events(wanted, { order: order ?? 'newest', limit: rows ?? DEFAULT_ROWS })
          const total = await asked.search.countEvents(wanted)
          return {
            total,
            otherEvents: await othersOf(read, total, asked),
            events: found.map((event) => eventOf(event, asked, clips)),
          }
        }),
    }),
    group_events: tool({
      description:
        'How many events there were per camera, hour of the day, day or type; by type an event counts for each label that it shows.',
      inputSchema: z.object({ ...filterFields, by: z.enum(['camera', 'hour', 'day', 'type']) }),
      execute: ({ by, ...input }) =>
        withFilter(readFilter(input, asked), asked, async (read) => ({
          groups: await groupsOf(await filterOf(read, asked), by, asked, 'events'),
        })),
    }),
    search_recordings: tool({
      description:
        'Recordings with clip id, time, labels, camera, size in bytes, length in seconds (null: not known), picture size, codec and sound; their number, total size and total length in seconds. lengthNotReadYet and cannotBePlayed count those without a length: say so where you tell a total, or which is the longest.',
      inputSchema: z.object({
        ...filterFields,
        order: z.optional(z.enum(['newest', 'oldest', 'largest', 'smallest', 'longest', 'shortest'])),
        limit,
      }),
      execute: ({ order, limit: rows, ...input }) =>
        withFilter(readFilter(input, asked), asked, async ({ wanted }) => {
          const found = await asked.search.recordings(wanted, order ?? 'newest', rows ?? DEFAULT_ROWS)
          return {
            ...sumsOf(await asked.search.sumRecordings(wanted)),
            recordings: found.map((video) => videoOf(video, asked, clips)),
          }
        }),
    }),
    get_recording: tool({
      description: 'The facts of one recording, by its clip id.',
      inputSchema: z.object({ clip: z.string().check(z.maxLength(64)) }),
      execute: async ({ clip }) => {
        const found = await asked.search.recording(clip)
        return found === null ? { error: 'There is no such recording.' } : videoOf(found, asked, clips)
      },
    }),
    camera_history: tool({
      description:
        'Whether cameras were online and watching in a time that is over: notSeen says when they were not, and why; watchedSince, since when the hub knows of outages.',
      inputSchema: z.object({ period: filterFields.period, from: filterFields.from, to: filterFields.to, cameraIds }),
      execute: (input) =>
        withFilter(readFilter(input, asked), asked, async ({ period, wanted }) => {
          const { watchedSinceMs } = await asked.search.sight({ cameraIds: wanted.cameraIds, period })
          return { watchedSince: watchedSinceMs === null ? null : timeOf(watchedSinceMs, asked.zone) }
        }),
    }),
    get_usage: tool({
      description:
        'The plan with its limits, and what of it is used: storage in bytes, cameras, AI chats and notifications of this month.',
      inputSchema: z.object({}),
      execute: () => usageOf(asked),
    }),
  }
}

type Filtered = Extract<ReadFilter, { ok: true }>

/** With what could not be seen then: a model is to say it, as the rules do (ASK-10). */
async function withFilter<T extends object>(read: ReadFilter, asked: Asked, look: (read: Filtered) => Promise<T>) {
  if (!read.ok) return { error: read.error }
  const sight = await asked.search.sight({ cameraIds: read.wanted.cameraIds, period: read.period })
  return {
    period: read.words,
    ...(await look(read)),
    notSeen: unseenParts(sight, asked),
    couldNothingBeSeen: sight.isBlind,
  }
}

async function filterOf({ period, wanted }: Filtered, asked: Asked): Promise<Filter> {
  const { types, labels } = wanted
  return { period, types, labels, cameras: await camerasOf(wanted.cameraIds, asked), unread: [] }
}

async function kindsOf(read: Filtered, asked: Asked) {
  return (await kindGroups(await filterOf(read, asked), asked)).filter(({ count }) => count > 0)
}

/** What else there was in the same time and place: none of what is asked for is no all-clear. */
async function othersOf(read: Filtered, found: number, asked: Asked): Promise<number> {
  return (await asked.search.countEvents({ ...read.wanted, types: null, labels: null })) - found
}

async function listCameras({ search, tier, zone }: Asked) {
  return (await search.cameras(tier)).map(({ lastSeenMs, ...camera }) => ({
    ...camera,
    lastSeen: lastSeenMs === null ? null : timeOf(lastSeenMs, zone),
  }))
}

async function camerasOf(ids: readonly string[] | null, { search }: Asked) {
  return ids === null ? null : (await search.camerasEver()).filter(({ id }) => ids.includes(id))
}

function eventOf(
  { type, title, message, created_at, video_id, camera_name, labels, description }: EventRow,
  { zone }: Asked,
  clips: Set<string>,
) {
  if (video_id !== null) clips.add(video_id)
  const seen = { type, labels: labelsIn(labels) }
  return { time: timeOf(created_at, zone), ...seen, title, message, camera: camera_name, clip: video_id, description }
}

function videoOf(video: FoundVideo, { zone }: Asked, clips: Set<string>) {
  const { id, created_at, size_bytes, event_type, has_audio, is_kept, camera_name, labels } = video
  clips.add(id)
  const facts = { hasAudio: has_audio === 1, isKept: is_kept === 1, sizeBytes: size_bytes }
  const seen = { type: event_type, labels: labelsIn(labels) }
  return { clip: id, time: timeOf(created_at, zone), ...seen, camera: camera_name, ...facts, ...filmOf(video) }
}

function filmOf(video: FoundVideo) {
  const { durationMs, isPlayable, ...film } = presentFacts(video)
  return { lengthSeconds: durationMs == null ? null : secondsOf(durationMs), ...film, canBePlayed: isPlayable }
}

function sumsOf({ count, sizeBytes, durationMs, unread, unplayable }: VideoSums) {
  const untimed = { lengthNotReadYet: unread, cannotBePlayed: unplayable }
  return { count, sizeBytes, lengthSeconds: secondsOf(durationMs), ...untimed }
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10
}

async function usageOf({ search, tier }: Asked) {
  const { storedBytes, recordedBytes, chats, cameras } = await search.usage()
  const used = { storedBytes, recordedBytesThisMonth: recordedBytes, chatsThisMonth: chats, cameras }
  const notifications = await search.notifications(tier)
  return { plan: planNameOf(tier), limits: planLimits[tier], keptDays: retentionDays(tier), used, notifications }
}
