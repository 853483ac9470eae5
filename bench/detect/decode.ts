import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { Complaint } from '../complaint'
import type { FrameSize } from './frame-size'
import { filtersOf, type Variant } from './variants'

const WIDEST_PX = 1280
const TALLEST_PX = 720
/** Left as they are, full range or not; anything else is brought to one of them. */
const STORED_FORMATS = 'yuv420p|yuvj420p|yuv422p|yuvj422p|yuv444p|yuvj444p'

const probed = z.object({
  streams: z.array(z.object({ width: z.number().int().positive(), height: z.number().int().positive() })).min(1),
})

/** What a video is decoded to: its own size, at most 1280x720 (BENCH-04). */
export async function sizeOf(file: string): Promise<FrameSize> {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'json']
  const output = await outputOf('ffprobe', ['-v', 'error', ...entries, file])
  const parsed = probed.safeParse(JSON.parse(output || '{}'))
  const stream = parsed.success ? parsed.data.streams[0] : undefined
  if (!stream) throw new Complaint(`ffprobe finds no video in ${file}.`)
  return fitted(stream)
}

/** The largest size of the same shape that fits; even, as chroma needs it. */
export function fitted({ width, height }: FrameSize): FrameSize {
  const scale = Math.min(1, WIDEST_PX / width, TALLEST_PX / height)
  if (scale === 1) return { width, height }
  return { width: 2 * Math.round((width * scale) / 2), height: 2 * Math.round((height * scale) / 2) }
}

/** One frame per check (BENCH-04): the frame that a viewer sees at that moment. */
const EVERY_CHECK = 'fps=10/3:start_time=0:round=up'

/**
 * Luma every 300 ms. The plane is taken as it is stored, since browsers hand it over so; `gray` would stretch 16-235 to
 * 0-255. The array is used again for the next frame.
 */
export function decodeLuma(
  file: string,
  size: FrameSize,
  variant: Variant | null = null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return decode(file, `${storedFrames(size, variant)},extractplanes=y`, size.width * size.height)
}

/** The same frames as RGBA, for detectors that look at pictures. The array is used again for the next frame. */
export function decodeRgba(
  file: string,
  size: FrameSize,
  variant: Variant | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return decode(file, `${storedFrames(size, variant)},format=rgba`, size.width * size.height * 4)
}

function storedFrames(size: FrameSize, variant: Variant | null): string {
  const stored = `format=${STORED_FORMATS}`
  const frames = `${EVERY_CHECK},scale=${size.width}:${size.height},${stored}`
  return variant === null ? frames : `${frames},${filtersOf(variant, size)},${stored}`
}

/** Ends FFmpeg also where nobody wants the rest. */
async function* decode(file: string, filters: string, frameBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const input = ['-v', 'error', '-nostdin', '-threads', '1', '-i', file]
  const child = start('ffmpeg', [...input, '-an', '-vf', filters, '-f', 'rawvideo', '-'])
  const ended = endOf(child, 'ffmpeg', file)
  const frame = new Uint8Array(frameBytes)
  let filled = 0
  let isRead = false
  try {
    for await (const chunk of bytesOf(child)) {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + frame.length - filled)
        frame.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < frame.length) continue
        yield frame
        filled = 0
      }
    }
    isRead = true
  } finally {
    if (!isRead) child.kill()
  }
  const trouble = await ended
  if (trouble) throw trouble
}

async function outputOf(program: 'ffprobe', args: readonly string[]): Promise<string> {
  const child = start(program, args)
  const ended = endOf(child, program, args.at(-1) ?? '')
  const parts: Uint8Array[] = []
  for await (const chunk of bytesOf(child)) parts.push(chunk)
  const trouble = await ended
  if (trouble) throw trouble
  return Buffer.concat(parts).toString('utf8')
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function* bytesOf(child: ChildProcess): AsyncGenerator<Uint8Array> {
  if (!child.stdout) return
  for await (const chunk of child.stdout) {
    if (chunk instanceof Uint8Array) yield chunk
  }
}

/** What went wrong, null for nothing. Never rejects: it is waited for only after the last byte. */
async function endOf(child: ChildProcess, program: string, file: string): Promise<Complaint | null> {
  try {
    const [code] = await once(child, 'close')
    return code === 0 ? null : new Complaint(`${program} cannot read ${file}; its reason is above.`)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) return new Complaint(`${program} cannot be started: ${String(error)}`)
    return new Complaint(`Footage is decoded by ${program}, which is not installed: install FFmpeg, then run again.`)
  }
}
