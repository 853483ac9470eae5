import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny'
import type { CaptureOptions, EngineEvent } from '../../../src/engine'
import { type ClipHead, closeClip } from '../../../src/engine/recording'
import { startEngine } from '../../../src/engine/start-engine'
import type { ClipFacts } from '../harness/page-figures'
import { optionsFor } from './engine-run'
import { seekEverywhere } from './seeks'

/** The product's numbers (src/contract/limits.ts), without snapshots. */
const timings = {
  checkIntervalMs: 300,
  cooldownMs: 5_000,
  clipLengthMs: 15_000,
  preRollMs: 5_000,
  snapshotIntervalMs: 1e9,
  jpegQuality: 0.5,
}

/** A camera looks for so long, then away: somebody walks all the time, and clips begin and end at random moments. */
const LONGEST_LOOK_MS = 25_000
const LONGEST_PAUSE_MS = 12_000

/** A clip of a camera that looks away now and then takes 30 s; so long is none in sight. */
const LONGEST_WAIT_MS = 120_000

const allZones = Array.from({ length: 16 * 9 }, (_, zone) => zone)

interface MadeClip {
  readonly head: ClipHead
  readonly camera: number
  readonly triggeredAtMs: number
  readonly ranMs: number
  readonly parts: Uint8Array<ArrayBuffer>[]
  endedAtMs: number
}

class CameraLog {
  /** Since when it runs without recording. */
  freeSinceMs = Number.NaN
  triggeredAtMs = 0
  ranMs = 0
  endedAtMs = 0
  isRecording = false
}

/** Runs the engine until so many clips are there, looks at each, and ends it. `isSteady`: the cameras never look away. */
export async function makeClips(
  deviceId: string,
  clips: number,
  cameras: number,
  isSteady: boolean,
): Promise<readonly ClipFacts[]> {
  const logs = Array.from({ length: cameras }, () => new CameraLog())
  const made = new Map<string, MadeClip>()
  const facts: ClipFacts[] = []
  const troubles: string[] = []
  let settle: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    settle = resolve
  })
  let limit = setTimeout(settle, LONGEST_WAIT_MS)
  const tell = (event: EngineEvent): void => {
    switch (event.kind) {
      case 'state': {
        const log = logs[Number(event.cameraId)]
        if (event.state.phase === 'failed') troubles.push(`camera ${event.cameraId} failed: ${event.state.reason}`)
        if (log !== undefined && event.state.phase === 'running') noteRecording(log, event.state.motion.phase)
        return
      }
      case 'clip-begun': {
        const log = logs[Number(event.cameraId)]
        if (log === undefined) return
        const { triggeredAtMs, ranMs } = log
        made.set(event.clip.id, {
          head: event.clip,
          camera: Number(event.cameraId),
          triggeredAtMs,
          ranMs,
          parts: [],
          endedAtMs: 0,
        })
        return
      }
      case 'clip-part':
        made.get(event.clipId)?.parts.push(event.bytes)
        return
      case 'clip-ended': {
        const clip = made.get(event.clipId)
        if (clip === undefined) return
        clip.endedAtMs = logs[clip.camera]?.endedAtMs ?? 0
        made.delete(event.clipId)
        void factsOf(clip).then((found) => {
          if (found === null) troubles.push(`clip ${clip.head.id} could not be closed`)
          else facts.push(found)
          clearTimeout(limit)
          limit = setTimeout(settle, LONGEST_WAIT_MS)
          if (facts.length >= clips) settle()
        })
        return
      }
      case 'warning':
        troubles.push(event.message)
    }
  }
  const running = startEngine(timings, tell, () => undefined)
  const options = new Map<string, CaptureOptions>(
    // Of two cameras one makes webm: both containers are held to the same.
    logs.map((_, camera) => [
      String(camera),
      { ...optionsFor(deviceId), sensitivityPercent: 50, isMp4Taken: camera % 2 === 0 },
    ]),
  )
  const apply = () => running.engine.setCameras(new Map(options))
  apply()
  const isOver = { value: false }
  if (!isSteady) for (const id of options.keys()) void lookAwayNowAndThen(id, options, apply, isOver)
  await done
  clearTimeout(limit)
  isOver.value = true
  running.close()
  if (facts.length < clips) troubles.push(`No clip came for ${LONGEST_WAIT_MS / 1000} s.`)
  if (troubles.length > 0) throw new Error(troubles.join(' '))
  return facts
}

function noteRecording(log: CameraLog, phase: 'off' | 'watching' | 'recording'): void {
  const nowMs = performance.now()
  const isRecording = phase === 'recording'
  if (Number.isNaN(log.freeSinceMs)) log.freeSinceMs = nowMs
  if (isRecording === log.isRecording) return
  log.isRecording = isRecording
  if (isRecording) {
    log.triggeredAtMs = nowMs
    log.ranMs = nowMs - log.freeSinceMs
  } else {
    log.endedAtMs = nowMs
    log.freeSinceMs = nowMs
  }
}

async function lookAwayNowAndThen(
  id: string,
  options: Map<string, CaptureOptions>,
  apply: () => void,
  isOver: { readonly value: boolean },
): Promise<void> {
  const wait = (longestMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs))
  const set = (ignoredZones: readonly number[]) => {
    const before = options.get(id)
    if (before !== undefined) options.set(id, { ...before, ignoredZones })
    apply()
  }
  while (!isOver.value) {
    set(allZones)
    await wait(LONGEST_PAUSE_MS)
    if (isOver.value) return
    set([])
    await wait(LONGEST_LOOK_MS)
  }
}

async function factsOf({ head, camera, triggeredAtMs, ranMs, parts, endedAtMs }: MadeClip): Promise<ClipFacts | null> {
  const closed = await closeClip(new Blob(parts, { type: head.mediaType }))
  if (closed.kind === 'failed') return null
  const { content, mediaType } = closed.clip
  const startedAtMs = head.startedAtMs - performance.timeOrigin
  const input = new Input({ source: new BlobSource(content), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) return null
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  const frameTimesSec: number[] = []
  for await (const { timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) {
    frameTimesSec.push(timestamp)
  }
  input.dispose()
  const { durationMs, seeks } = await seekEverywhere(content, frameTimesSec)
  return {
    camera,
    startedAtMs,
    durationMs,
    seeks,
    ranMs,
    frames: frameTimesSec.length,
    sizeBytes: content.size,
    mediaType,
    realMs: endedAtMs - startedAtMs,
    startsOnKeyframe: first?.type === 'key' && first.timestamp === 0,
    preRollMs: triggeredAtMs - startedAtMs,
  }
}
