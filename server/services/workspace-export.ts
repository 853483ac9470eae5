import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { CameraTable, VideoTable } from '../db/schema'
import { readWorkspaceRows, type WorkspaceRows } from '../repositories/workspace-export'
import { type BlobKey, extensionOf, type OpenBlob } from './blobs'
import { detectionsOf } from './detections'
import type { Services } from './services'

type ExportServices = Pick<Services, 'db' | 'blobs'>

/**
 * Everything of a workspace as a zip, made while it is read: one file is open at a time and none is held in memory. A
 * recording that retention takes meanwhile is left out. Whoever takes the stream reads it to its end or destroys it.
 */
export async function exportWorkspace(services: ExportServices, workspaceId: string): Promise<Readable> {
  const rows = await readWorkspaceRows(services.db, workspaceId)
  const output = new PassThrough()
  void writeZip(services, rows, output).catch((problem: unknown) =>
    output.destroy(problem instanceof Error ? problem : new Error(String(problem))),
  )
  return output
}

async function writeZip({ blobs }: ExportServices, rows: WorkspaceRows, output: PassThrough): Promise<void> {
  const zip = new ZipFile()
  zip.on('error', (problem: Error) => output.destroy(problem))
  zip.outputStream.pipe(output)
  zip.addBuffer(Buffer.from(`${JSON.stringify(facts(rows), null, 2)}\n`), 'workspace.json')
  const names = new Map(rows.cameras.map(({ id, name }) => [id, name]))
  for (const video of rows.videos) {
    for (const key of [video.blob_key, video.thumbnail_key]) {
      if (key === null || output.destroyed) continue
      const blob = await blobs.open(key)
      if (blob !== null && output.destroyed) await blob.close()
      else if (blob !== null)
        await addFile(zip, blob, { path: pathOf(video, key, names), atMs: video.created_at }, output)
    }
  }
  zip.end()
}

/** Resolves when the file has gone through: the next one is opened only then. */
async function addFile(
  zip: ZipFile,
  blob: OpenBlob,
  { path, atMs }: { readonly path: string; readonly atMs: number },
  output: PassThrough,
): Promise<void> {
  const stream = blob.stream(null)
  const stop = () => stream.destroy()
  output.once('close', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      stream.once('close', resolve)
      stream.once('error', reject)
      // Film and JPEG are compressed already.
      zip.addReadStream(stream, path, { compress: false, mtime: new Date(atMs), size: blob.sizeBytes })
    })
  } finally {
    output.off('close', stop)
  }
}

/** `videos/2026-03-10T12-00-00Z Front Door 1b2c….webm`: sorts by time and opens on every system. */
function pathOf(video: VideoTable, key: BlobKey, names: ReadonlyMap<CameraTable['id'], string>): string {
  const folder = key === video.blob_key ? 'videos' : 'thumbnails'
  const time = new Date(video.created_at).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const camera = (names.get(video.camera_id) ?? 'camera').replaceAll(/[^\p{L}\p{N} _-]/gu, '_').slice(0, 60)
  return `${folder}/${time} ${camera} ${video.id}.${extensionOf(key)}`
}

function facts({ cameras, videos, events }: WorkspaceRows) {
  const isoTime = (ms: number) => new Date(ms).toISOString()
  return {
    cameras: cameras.map(({ id, name, location, created_at, removed_at }) => ({
      id,
      name,
      location,
      createdAt: isoTime(created_at),
      removedAt: removed_at === null ? null : isoTime(removed_at),
    })),
    videos: videos.map((video) => ({
      id: video.id,
      cameraId: video.camera_id,
      title: video.title,
      mediaType: video.media_type,
      sizeBytes: video.size_bytes,
      hasAudio: video.has_audio === 1,
      createdAt: isoTime(video.created_at),
      eventType: video.event_type,
      detections: detectionsOf(video),
    })),
    events: events.map(({ id, camera_id, video_id, type, title, message, created_at }) => ({
      id,
      cameraId: camera_id,
      videoId: video_id,
      type,
      title,
      message,
      createdAt: isoTime(created_at),
    })),
  }
}
