import { z } from 'zod'

/**
 * What counts inside a page or a worker. Each function is sent there as text, so it may use nothing from outside itself;
 * it leaves its counts in a global of its own.
 */

export const realmCountsShape = z.object({ objectUrls: z.number(), openFrames: z.number(), lostFrames: z.number() })
export type RealmCounts = z.infer<typeof realmCountsShape>

export const engineCountsShape = z.object({ checks: z.number(), longestGapMs: z.number(), clipsBegun: z.number() })
export type EngineCounts = z.infer<typeof engineCountsShape>

declare global {
  /** What `watchFrames` leaves for `watchCargo`. */
  var soakFrames: { open: number; lost: number; begin(frame: VideoFrame): void; end(frame: VideoFrame): void }
}

/** Reads what `watchUrls` and `watchFrames` count. */
export const readRealm =
  '({ objectUrls: globalThis.soakUrls.size, openFrames: globalThis.soakFrames.open, lostFrames: globalThis.soakFrames.lost })'

/** Reads what `watchEngine` counts. */
export const readEngine = 'globalThis.soakEngine.read()'

/** The same, and the longest gap begins anew. */
export const takeEngine = 'globalThis.soakEngine.take()'

/** Object URLs that are not revoked. */
function watchUrls(): void {
  const urls = new Set<string>()
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (content) => {
    const url = createObjectURL.call(URL, content)
    urls.add(url)
    return url
  }
  URL.revokeObjectURL = (url) => {
    urls.delete(url)
    revokeObjectURL.call(URL, url)
  }
  Object.assign(globalThis, { soakUrls: urls })
}

/** VideoFrames from where they are made until they are closed, or found to be garbage. */
function watchFrames(): void {
  /** By frame; a frame that was collected takes its entry along. */
  const tokens = new WeakMap<VideoFrame, object>()
  const garbage = new FinalizationRegistry(() => {
    frames.open--
    frames.lost++
  })
  const frames = {
    open: 0,
    lost: 0,
    begin(frame: VideoFrame) {
      if (tokens.has(frame)) return
      const token = {}
      tokens.set(frame, token)
      garbage.register(frame, undefined, token)
      frames.open++
    },
    end(frame: VideoFrame) {
      const token = tokens.get(frame)
      if (token === undefined) return
      tokens.delete(frame)
      garbage.unregister(token)
      frames.open--
    },
  }
  const { close, clone } = VideoFrame.prototype
  VideoFrame.prototype.close = function () {
    frames.end(this)
    close.call(this)
  }
  VideoFrame.prototype.clone = function () {
    const copy = clone.call(this)
    frames.begin(copy)
    return copy
  }
  globalThis.VideoFrame = new Proxy(VideoFrame, {
    construct(target, args, newTarget) {
      const frame: object = Reflect.construct(target, args, newTarget)
      if (frame instanceof target) frames.begin(frame)
      return frame
    },
  })
  globalThis.soakFrames = frames
}

/** Frames that are handed on end where they were, and begin where they come. After `watchFrames`. */
function watchCargo(): void {
  const noteCargo = (sender: { postMessage: (message: unknown, cargo?: never) => void }) => {
    const { postMessage } = sender
    sender.postMessage = function (this: unknown, message: unknown, cargo?: unknown) {
      // Throws where the message cannot be sent: the frame stays.
      Reflect.apply(postMessage, this, cargo === undefined ? [message] : [message, cargo])
      if (Array.isArray(cargo)) for (const item of cargo) if (item instanceof VideoFrame) soakFrames.end(item)
    }
  }
  if (typeof Worker !== 'undefined') noteCargo(Worker.prototype)
  noteCargo(MessagePort.prototype)
  if (typeof document !== 'undefined') return
  noteCargo(globalThis)
  // Of a list, what each of its members holds: frames of one moment come together.
  const partsOf = (value: unknown): unknown[] =>
    Array.isArray(value) ? value.flatMap((member) => Object.values(Object(member))) : [value]
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    for (const part of Object.values(Object(data)).flatMap(partsOf)) {
      // A frame that another listener has closed already has no size.
      if (part instanceof VideoFrame && part.codedWidth > 0) soakFrames.begin(part)
    }
  })
}

/** In this order. */
export const realmWatches = [watchUrls, watchFrames, watchCargo] as const

/**
 * Checks and clips of the page's cameras, heard from what page and workers say to each other
 * (src/engine/motion/protocol.ts, src/engine/recording/recorder-protocol.ts): the app shows no counts of them.
 */
export function watchEngine(): void {
  const counts = { checks: 0, longestGapMs: 0, clipsBegun: 0 }
  /** When each camera's last check was answered. */
  const lastMs = new Map<string, number>()
  const cameraOf = new Map<number, string>()
  const noteGaps = (nowMs: number, cameras: Iterable<string>) => {
    for (const camera of cameras)
      counts.longestGapMs = Math.max(counts.longestGapMs, nowMs - (lastMs.get(camera) ?? nowMs))
  }
  const noteCheck = (check: number) => {
    const camera = cameraOf.get(check)
    if (camera === undefined) return
    cameraOf.delete(check)
    counts.checks++
    noteGaps(performance.now(), [camera])
    lastMs.set(camera, performance.now())
  }
  const OwnWorker = Worker
  globalThis.Worker = class extends OwnWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const { kind, takeId, answers } = Object(data)
        if (kind === 'begun' && takeId !== undefined) counts.clipsBegun++
        if (kind !== 'checked' && kind !== 'checks-made') return
        for (const { check, result } of kind === 'checked' ? [Object(data)] : answers) {
          if (result.kind === 'measured' || result.kind === 'nothing') noteCheck(check)
          else cameraOf.delete(check)
        }
      })
    }
    override postMessage(message: unknown, cargo?: Transferable[] | StructuredSerializeOptions): void {
      const { kind, cameraId, checks } = Object(message)
      for (const one of kind === 'checks' ? checks : [Object(message)]) {
        if (one.kind === 'check-frame' || one.kind === 'check-pixels') cameraOf.set(one.check, one.cameraId)
      }
      // A camera that is not watched any more has no gaps.
      if (kind === 'close' && cameraId !== undefined) lastMs.delete(cameraId)
      Reflect.apply(OwnWorker.prototype.postMessage, this, cargo === undefined ? [message] : [message, cargo])
    }
  }
  const read = () => {
    noteGaps(performance.now(), lastMs.keys())
    return { ...counts }
  }
  const take = () => {
    const taken = read()
    counts.longestGapMs = 0
    return taken
  }
  Object.assign(globalThis, { soakEngine: { read, take } })
}
