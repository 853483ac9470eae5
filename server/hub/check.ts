import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../src/lib/durations'
import { listCamerasWithSnapshot } from '../cameras/camera-rows'
import { listDayDifferences, repairDays } from '../events/day-rows'
import { isProofOf } from '../evidence/proof-check'
import type { OnProgress } from '../lib/progress'
import { lockWorkspace } from '../members/people-rows'
import { countFilms } from '../recordings/facts/facts-rows'
import { takeVideoRows } from '../recordings/retention-rows'
import { isBlobNamed, listAllBlobRemovals } from '../storage/blob-rows'
import type { BlobKey, BlobStore } from '../storage/blobs'
import { snapshotKey, whyUnread } from '../storage/blobs'
import { type CheckedVideo, countVideos, forgetSnapshot, forgetThumbnail, listVideosAfter } from './check-rows'
import type { Services } from './services'

/** Where other hubs share the store, what is younger may be about to get its row. */
const SHARED_GRACE_MS = HOUR_MS

type CheckServices = Pick<Services, 'config' | 'clock' | 'db' | 'blobs'>

/** A stored object and its row, or rows and their count, that do not agree. */
export type Difference =
  | { readonly kind: 'clip-missing'; readonly key: BlobKey; readonly video: CheckedVideo }
  | { readonly kind: 'thumbnail-missing'; readonly key: BlobKey; readonly videoId: string }
  | { readonly kind: 'snapshot-missing'; readonly key: BlobKey; readonly cameraId: string }
  /** Stored, but no row names it. */
  | { readonly kind: 'stray'; readonly key: BlobKey }
  | { readonly kind: 'size-differs'; readonly key: BlobKey; readonly wantedBytes: number; readonly foundBytes: number }
  | { readonly kind: 'bytes-differ'; readonly key: BlobKey }
  /** As for a bad sector. */
  | { readonly kind: 'unreadable'; readonly key: BlobKey }
  /** A proof that does not hold, or is not of this recording; `key` is the recording's id. */
  | { readonly kind: 'proof-differs'; readonly key: string }
  /** A day's count of recordings and events is not what is there; `key` names workspace and day. */
  | { readonly kind: 'day-differs'; readonly key: string }

export interface Comparison {
  readonly videos: number
  /** Clips whose bytes were compared with the hash of their upload. */
  readonly hashed: number
  readonly files: number
  /** Recordings whose film is still to be read, and those that cannot be played. */
  readonly films: { readonly unread: number; readonly unplayable: number }
  /** Files that no row names, of which another hub may be about to write one: they are no difference yet. */
  readonly young: number
  readonly differences: readonly Difference[]
}

/** Compares every row with its file and every file with its row; changes nothing. */
export async function compareStores(services: CheckServices, onProgress?: OnProgress): Promise<Comparison> {
  const stored = new Set(await services.blobs.list())
  // Other hubs on the store go on: what was not listed may have come since, with its row.
  const isMissing = async (key: BlobKey) => !stored.has(key) && (await services.blobs.stat(key)) === null
  const differences: Difference[] = []
  const named = new Set<BlobKey>()
  const counts = { videos: 0, hashed: 0 }
  const all = await countVideos(services.db)
  for await (const video of allVideos(services)) {
    onProgress?.(counts.videos, all)
    counts.videos += 1
    if (video.sha256 !== null) counts.hashed += 1
    named.add(video.blob_key)
    differences.push(...(await clipDifferences(services, video)))
    if (!(await isProofOf(services.db, video))) differences.push({ kind: 'proof-differs', key: video.id })
    const { thumbnail_key: key } = video
    if (key === null) continue
    named.add(key)
    if (await isMissing(key)) differences.push({ kind: 'thumbnail-missing', key, videoId: video.id })
  }
  for (const camera of await listCamerasWithSnapshot(services.db)) {
    const key = snapshotKey(camera)
    named.add(key)
    if (await isMissing(key)) differences.push({ kind: 'snapshot-missing', key, cameraId: camera.id })
  }
  // Last: what was deleted meanwhile is on its way out.
  for (const key of await listAllBlobRemovals(services.db)) named.add(key)
  const { strays, young } = await straysOf(
    services,
    [...stored].filter((key) => !named.has(key)),
  )
  return {
    ...counts,
    files: stored.size,
    films: await countFilms(services.db),
    young,
    differences: [...(await stillNamed(services, differences)), ...strays, ...(await dayDifferences(services))],
  }
}

/** Without the files that are not there because somebody deleted what they were of while this compared. */
async function stillNamed({ db }: CheckServices, differences: readonly Difference[]): Promise<Difference[]> {
  const left: Difference[] = []
  for (const difference of differences) {
    const isMissing = difference.kind.endsWith('-missing')
    if (!isMissing || (await isBlobNamed(db, difference.key))) left.push(difference)
  }
  return left
}

async function dayDifferences({ db }: CheckServices): Promise<Difference[]> {
  const days = await listDayDifferences(db)
  return days.map(({ workspace_id, day }) => {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
    return { kind: 'day-differs', key: `${workspace_id} ${date}` }
  })
}

async function* allVideos({ db }: CheckServices): AsyncIterable<CheckedVideo> {
  let batch = await listVideosAfter(db, '')
  while (batch.length > 0) {
    yield* batch
    batch = await listVideosAfter(db, batch.at(-1)?.id ?? '')
  }
}

/** Rejects where the whole store cannot be read. */
async function clipDifferences({ blobs }: CheckServices, video: CheckedVideo): Promise<Difference[]> {
  try {
    return await readDifferences(blobs, video)
  } catch (problem) {
    const { blob_key: key } = video
    const why = await whyUnread(blobs, key)
    if (why === 'store-away') throw problem
    return [why === 'gone' ? { kind: 'clip-missing', key, video } : { kind: 'unreadable', key }]
  }
}

async function readDifferences(blobs: BlobStore, video: CheckedVideo): Promise<Difference[]> {
  const { blob_key: key, size_bytes: wantedBytes, sha256 } = video
  const blob = await blobs.open(key)
  if (blob === null) return [{ kind: 'clip-missing', key, video }]
  const { sizeBytes: foundBytes } = blob
  if (foundBytes !== wantedBytes || sha256 === null) await blob.close()
  if (foundBytes !== wantedBytes) return [{ kind: 'size-differs', key, wantedBytes, foundBytes }]
  if (sha256 === null) return []
  const hash = createHash('sha256')
  for await (const chunk of blob.stream(null)) hash.update(chunk)
  return hash.digest('hex') === sha256 ? [] : [{ kind: 'bytes-differ', key }]
}

async function straysOf({ config, clock, blobs }: CheckServices, keys: readonly BlobKey[]) {
  const strays: Difference[] = []
  let young = 0
  for (const key of keys) {
    const facts = await blobs.stat(key)
    const isYoung = config.databaseUrl !== null && facts !== null && facts.changedAtMs > clock.now() - SHARED_GRACE_MS
    if (isYoung) young += 1
    else if (facts !== null) strays.push({ kind: 'stray', key })
  }
  return { strays, young }
}

/** More than this share of the recordings gone looks like a wrong DATA_DIR or an absent disk, not like damage. */
const MOST_LOST_SHARE = 0.5

export type Repair = { readonly kind: 'done'; readonly left: readonly Difference[] } | { readonly kind: 'refused' }

/**
 * Moves strays to lost/, brings back from there what a row names, and takes the other rows out that have no file. What is
 * there with other bytes, or cannot be read, stays as it is: a damaged recording is still evidence.
 */
export async function repairStores(
  services: CheckServices,
  { videos, differences }: Pick<Comparison, 'videos' | 'differences'>,
): Promise<Repair> {
  const lost = await countLost(services, differences)
  if (lost > 1 && lost > videos * MOST_LOST_SHARE) return { kind: 'refused' }
  const left: Difference[] = []
  for (const difference of differences) left.push(...(await repairOne(services, difference)))
  if (differences.some(({ kind }) => kind === 'day-differs')) await repairDays(services.db)
  return { kind: 'done', left }
}

/** Clips that are in lost/ neither. */
async function countLost({ blobs }: CheckServices, differences: readonly Difference[]): Promise<number> {
  const missing = differences.filter(({ kind }) => kind === 'clip-missing')
  if (missing.length === 0) return 0
  const aside = new Set<string>(await blobs.listSetAside())
  return missing.filter(({ key }) => !aside.has(key)).length
}

/** What is left of it. */
async function repairOne(services: CheckServices, difference: Difference): Promise<readonly Difference[]> {
  const { db, blobs, clock } = services
  switch (difference.kind) {
    case 'clip-missing':
      if (await blobs.bringBack(difference.key)) return clipDifferences(services, difference.video)
      // A camera that never heard that its clip came has it still, and may bring it back.
      await db.transaction().execute(async (transaction) => {
        await lockWorkspace(transaction, difference.video.workspace_id)
        await takeVideoRows(transaction, [difference.video], clock.now())
      })
      return []
    case 'thumbnail-missing':
      if (!(await blobs.bringBack(difference.key))) await forgetThumbnail(db, difference.videoId)
      return []
    case 'snapshot-missing':
      if (!(await blobs.bringBack(difference.key))) await forgetSnapshot(db, { id: difference.cameraId })
      return []
    case 'stray':
      await blobs.setAside(difference.key)
      return []
    // All of them together, at the end.
    case 'day-differs':
      return []
    case 'size-differs':
    case 'bytes-differ':
    case 'unreadable':
    case 'proof-differs':
      return [difference]
  }
}
