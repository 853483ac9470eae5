import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { labelsText } from '../../server/db/label-text'
import { openDatabase } from '../../server/db/open'
import { buildHub, type Hub } from '../../server/hub/build-hub'
import { readConfig } from '../../server/hub/config'
import { unreadFilm } from '../../server/recordings/facts/film-facts'
import type { EventType } from '../../src/contract/event'
import { Complaint } from '../complaint'
import type { Present } from './background'
import { setBackground } from './background-rows'
import { NOW_MS, ZONE } from './local-time'
import { cameraNames, type EventRow } from './workspace'

/** A hub in this process whose clock stands still, with one user signed in and the workspace's rows in its database. */
export interface BenchHub {
  /** Asks in one chat, one question after the other; resolves to the last answer. */
  ask(questions: readonly string[]): Promise<string>
  /** Status of GET on a link of an answer. */
  open(url: string): Promise<number>
  close(): Promise<void>
}

const EMAIL = 'bench@example.org'
const signedIn = z.object({ token: z.string(), workspaceId: z.string() })
const made = z.object({ id: z.string() })
const answered = z.object({ answer: z.string() })

type Headers = Readonly<Record<string, string>>

export async function startBenchHub(rows: readonly EventRow[], present: Present): Promise<BenchHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightjar-bench-assistant-'))
  try {
    const first = await openHub(dataDir)
    const { workspaceId, headers } = await first.signIn()
    const ids = new Map<string, string>()
    for (const name of cameraNames) ids.set(name, await addCamera(first.hub, headers, name))
    await first.hub.close()
    await fill(dataDir, workspaceId, ids, rows)
    await setBackground(dataDir, workspaceId, ids, present)
    const { hub, signIn } = await openHub(dataDir)
    const user = await signIn()
    return {
      ask: (questions) => askIn(hub, user.headers, questions),
      open: async (url) => (await hub.fastify.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode,
      close: async () => {
        await hub.close()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (problem) {
    await rm(dataDir, { recursive: true, force: true })
    throw problem
  }
}

async function openHub(dataDir: string) {
  const result = readConfig({ DATA_DIR: dataDir, DEFAULT_TIER: 'TEAM' })
  if (!result.ok) throw new Complaint(result.problems.join('\n'))
  let code = ''
  const hub = await buildHub({
    config: result.config,
    clock: { now: () => NOW_MS },
    mailer: {
      send: async ({ text }) => {
        code = text.split('\n').find((line) => /^\d{6}$/.test(line)) ?? ''
      },
    },
    logger: { level: 'silent' },
    hasJobTimers: false,
    loopLag: null,
  })
  const signIn = async () => {
    await post(hub, {}, '/auth/request-otp', { email: EMAIL })
    const { token, workspaceId } = signedIn.parse(await post(hub, {}, '/auth/verify-otp', { email: EMAIL, otp: code }))
    return { workspaceId, headers: { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId } }
  }
  return { hub, signIn }
}

async function addCamera(hub: Hub, headers: Headers, name: string): Promise<string> {
  const body = { name, location: 'Home', deviceId: name, deviceLabel: 'Bench' }
  return made.parse(await post(hub, headers, '/cameras', body)).id
}

async function askIn(hub: Hub, headers: Headers, questions: readonly string[]): Promise<string> {
  const { id: existingChatId } = made.parse(await post(hub, headers, '/chats', {}))
  let answer = ''
  for (const message of questions)
    ({ answer } = answered.parse(await post(hub, headers, '/ai/chat', { message, existingChatId, timeZone: ZONE })))
  return answer
}

async function post(hub: Hub, headers: Headers, path: string, payload: object): Promise<unknown> {
  const answer = await hub.fastify.inject({ method: 'POST', url: `/v1${path}`, headers: { ...headers }, payload })
  if (answer.statusCode >= 300) throw new Complaint(`The hub refused ${path}: ${answer.body}`)
  return answer.json()
}

const BATCH = 400

async function fill(
  dataDir: string,
  workspaceId: string,
  cameras: ReadonlyMap<string, string>,
  rows: readonly EventRow[],
): Promise<void> {
  const db = await openDatabase(dataDir, null)
  const keyOf = (clipId: string) => `${workspaceId}/clips/${clipId}.webm`
  try {
    for (let done = 0; done < rows.length; done += BATCH) {
      const batch = rows.slice(done, done + BATCH)
      const videos = batch.flatMap((row) => (row.clip === null ? [] : [videoOf(row, row.clip)]))
      if (videos.length > 0) await db.insertInto('videos').values(videos).execute()
      await db.insertInto('events').values(batch.map(eventOf)).execute()
      for (const { blob_key } of videos) await writeClip(join(dataDir, 'blobs', blob_key))
    }
  } finally {
    await db.destroy()
  }

  function videoOf({ camera, type, title, atMs }: EventRow, clip: { id: string; sizeBytes: number }) {
    return {
      id: clip.id,
      workspace_id: workspaceId,
      camera_id: cameras.get(camera) ?? '',
      clip_id: clip.id,
      title,
      media_type: 'video/webm',
      event_type: type,
      quality: 'HD',
      size_bytes: clip.sizeBytes,
      has_audio: 0,
      created_at: atMs,
      received_at: atMs,
      blob_key: keyOf(clip.id),
      sha256: null,
      thumbnail_key: null,
      is_kept: 0,
      detections: null,
      labels: labelsOf(type),
      ...unreadFilm,
    }
  }

  function eventOf({ id, camera, type, title, atMs, clip }: EventRow) {
    const where = { workspace_id: workspaceId, camera_id: cameras.get(camera) ?? '', video_id: clip?.id ?? null }
    return { id, ...where, type, title, message: title, created_at: atMs, labels: labelsOf(type), is_by_hand: 0 }
  }
}

function labelsOf(type: EventType): string | null {
  return type === 'PERSON' ? labelsText([{ label: 'person', count: 1 }]) : null
}

async function writeClip(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
}
