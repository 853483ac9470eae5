import { Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'
import { EXPORT_LIST, proofNameOf, UNREADABLE_LIST } from '../../src/lib/proof/package'
import type { CameraTable, VideoTable } from '../db/schema'
import { proofFileOf } from '../evidence/clip-proofs'
import { exportRuns, exportsOfOthers, type HubError } from '../lib/errors'
import { isBlobNamed } from '../storage/blob-rows'
import { type BlobKey, extensionOf } from '../storage/blobs'
import { type ExportAccess, type ExportRecipient, type ExportRefusal, recipientNow } from './export-access'
import { type ExportedRows, factsText } from './export-facts'
import { type ExportFile, openExportFile } from './export-file'
import { listExportCameras, newestArrivalIn, videoPages } from './export-rows'
import type { WorkspaceServices } from './services'

type ExportServices = Pick<WorkspaceServices, 'db' | 'blobs' | 'clock' | 'exportPlaces'> & ExportAccess

type Source = ExportedRows & Pick<WorkspaceServices, 'blobs'> & { readonly access: ExportAccess }

/**
 * Everything of a workspace as a zip, made while it is read: one page of rows and one file are open at a time, and no
 * file is held in memory. A recording that retention takes meanwhile is left out. Refuses where the workspace, or too
 * many others, are being exported. Whoever takes the stream reads it to its end or destroys it; where somebody else wants
 * the place of a reader who hardly reads, or who asked may have it no more, it breaks off.
 */
export async function exportWorkspace(services: ExportServices, recipient: ExportRecipient): Promise<Readable> {
  const { db, blobs, clock, exportPlaces } = services
  const { workspaceId } = recipient
  let movedBytes = 0
  const output = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      movedBytes += chunk.length
      done(null, chunk)
    },
  })
  const reader = { movedBytes: () => movedBytes, end: () => output.destroy() }
  const place = await exportPlaces.take(workspaceId, reader)
  if (place.kind === 'refused') throw refusalOf(place.why, clock.now())
  output.once('close', place.giveBack)
  try {
    const cameras = await listExportCameras(db, workspaceId)
    const askedAtMs = clock.now()
    // What came while the clock was ahead came before this export too.
    const untilMs = Math.max(askedAtMs, (await newestArrivalIn(db, workspaceId)) ?? askedAtMs)
    const source = { db, blobs, access: services, recipient, cameras, askedAtMs, untilMs }
    void writeZip(source, output).catch((problem: unknown) => output.destroy(errorOf(problem)))
    return output
  } catch (problem) {
    output.destroy()
    throw problem
  }
}

function refusalOf(why: ExportRefusal, nowMs: number): HubError {
  switch (why) {
    case 'own':
      return exportRuns(nowMs)
    case 'others':
      return exportsOfOthers(nowMs)
  }
}

/** Refuses as the download would, so that whoever asks for its link hears it in the app. */
export async function requireExportPlace(
  { clock, exportPlaces }: Pick<ExportServices, 'clock' | 'exportPlaces'>,
  workspaceId: string,
): Promise<void> {
  const why = await exportPlaces.refusalFor(workspaceId)
  if (why !== null) throw refusalOf(why, clock.now())
}

async function writeZip(source: Source, output: Transform): Promise<void> {
  const { db, recipient, cameras, askedAtMs, untilMs } = source
  const zip = new ZipFile()
  zip.on('error', (problem: Error) => output.destroy(problem))
  zip.outputStream.pipe(output)
  const facts = Readable.from(whileAllowed(source, factsText(source), output), { objectMode: false })
  await addStream(zip, facts, { path: EXPORT_LIST, atMs: askedAtMs, sizeBytes: null }, output)
  const names = new Map(cameras.map(({ id, name }) => [id, name]))
  const unreadable: Unreadable = new Map()
  for await (const page of videoPages(db, recipient.workspaceId, untilMs)) {
    for (const video of page) {
      await endWithAccess(source, output)
      for (const key of [video.blob_key, video.thumbnail_key]) {
        if (output.destroyed) return
        if (key === null) continue
        const path = pathOf(video, key, names)
        const file = await openNoted(source, { video, key, path }, unreadable)
        if (file !== null)
          await addStream(zip, file.stream, { path, atMs: video.created_at, sizeBytes: file.sizeBytes }, output)
      }
      await addProof(zip, source, { video, path: proofNameOf(pathOf(video, video.blob_key, names)) }, output)
    }
  }
  await addUnreadable(zip, unreadable, askedAtMs, output)
  zip.end()
}

/** What is wrong with a file, by its path in the zip. */
type Unreadable = Map<string, string>

interface Wanted {
  readonly video: VideoTable
  readonly key: BlobKey
  readonly path: string
}

/** null: it cannot be read, or is not there. One that retention took meanwhile is named nowhere, and is not missed. */
async function openNoted(
  { db, blobs }: Source,
  { video, key, path }: Wanted,
  unreadable: Unreadable,
): Promise<ExportFile | null> {
  const file = await openExportFile(blobs, key, (what) => unreadable.set(path, what))
  if (file === null) {
    if (!unreadable.has(path) && (await isBlobNamed(db, key))) unreadable.set(path, 'left out, as it is not there')
  } else if (key === video.blob_key && file.sizeBytes !== video.size_bytes)
    unreadable.set(path, `${file.sizeBytes} bytes, where ${video.size_bytes} came`)
  return file
}

/** What the hub's disk, or its bucket, does not give any more: all the rest is there. */
async function addUnreadable(zip: ZipFile, unreadable: Unreadable, atMs: number, output: Transform): Promise<void> {
  if (unreadable.size === 0) return
  const lines = [...unreadable].map(([path, what]) => `${path}: ${what}`)
  const text = `The hub could not read these files whole:\n${lines.join('\n')}\n`
  await addStream(zip, Readable.from([Buffer.from(text)]), { path: UNREADABLE_LIST, atMs, sizeBytes: null }, output)
}

/** Hands texts on for as long as who asked may have them: of all that is left nothing is read. */
async function* whileAllowed(source: Source, texts: AsyncIterable<string>, output: Transform): AsyncGenerator<string> {
  for await (const text of texts) {
    await endWithAccess(source, output)
    if (output.destroyed) return
    yield text
  }
}

async function endWithAccess({ access, recipient }: Source, output: Transform): Promise<void> {
  if (!output.destroyed && (await recipientNow(access, recipient)) === null) output.destroy()
}

interface Entry {
  readonly path: string
  readonly atMs: number
  /** null: nobody knows yet; it is packed on its way. Film and JPEG are packed already. */
  readonly sizeBytes: number | null
}

/** Beside the recording, under its name. */
async function addProof(
  zip: ZipFile,
  { db }: Source,
  { video, path }: { readonly video: VideoTable; readonly path: string },
  output: Transform,
) {
  const proof = output.destroyed ? null : await proofFileOf(db, video.id)
  if (proof === null) return
  await addStream(zip, Readable.from([proof]), { path, atMs: video.created_at, sizeBytes: null }, output)
}

/** Resolves when all of it has gone through: the next one is opened only then. */
async function addStream(zip: ZipFile, stream: Readable, entry: Entry, output: Transform): Promise<void> {
  const { path, atMs, sizeBytes } = entry
  const stop = () => stream.destroy()
  if (output.destroyed) return void stop()
  output.once('close', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      stream.once('close', resolve)
      stream.once('error', reject)
      const size = sizeBytes === null ? { compress: true } : { compress: false, size: sizeBytes }
      zip.addReadStream(stream, path, { ...size, mtime: new Date(atMs) })
    })
  } finally {
    output.off('close', stop)
  }
}

/** `videos/2026-03-10T12-00-00Z Front Door 1b2c….webm`: sorts by time and opens on every system. */
function pathOf(video: VideoTable, key: BlobKey, names: ReadonlyMap<CameraTable['id'], string>): string {
  const folder = key === video.blob_key ? 'videos' : 'thumbnails'
  const time = new Date(video.created_at).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const camera = (names.get(video.camera_id) ?? 'camera').replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '_').slice(0, 60)
  return `${folder}/${time} ${camera} ${video.id}.${extensionOf(key)}`
}

function errorOf(problem: unknown): Error {
  return problem instanceof Error ? problem : new Error(String(problem))
}
