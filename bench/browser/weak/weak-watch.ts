import { z } from 'zod'

/**
 * What counts inside the page. It is sent there as text, so it uses nothing from outside itself. No DevTools look at what
 * the page sends: they would keep it, and be what is measured.
 */

const weakTakeShape = z.object({
  /** Whose it is: a number of the engine's for each camera's stream. */
  stream: z.number(),
  /** Of the motion, since the epoch. So are all times here; null: it never came. */
  triggeredAtMs: z.number(),
  /** Its first picture was encoded. */
  begunAtMs: z.number().nullable(),
  /** The moment of its first picture. */
  startedAtMs: z.number().nullable(),
  /** It was asked to end. */
  stoppedAtMs: z.number().nullable(),
  endedAtMs: z.number().nullable(),
  outcome: z.string().nullable(),
})

/** One try to record a clip, as the page and its recorder worker speak of it. */
export type WeakTake = z.infer<typeof weakTakeShape>

export const weakCountsShape = z.object({
  cameras: z.array(z.object({ id: z.string(), checks: z.number(), longestGapMs: z.number() })),
  takes: z.array(weakTakeShape),
})

export type WeakCounts = z.infer<typeof weakCountsShape>

/** Reads what `watchWeak` counts. */
export const readWeak = 'globalThis.weakWatch.read()'

/** Checks and gaps begin anew; takes stay. */
export const beginWeak = 'globalThis.weakWatch.begin()'

/** What the cards of the cameras say, and what their marks are called. */
export const readCards = `[...document.querySelectorAll('article')].flatMap((card) => [
  ...card.innerText.split('\\n'),
  ...[...card.querySelectorAll('[title], [aria-label], [aria-description]')].flatMap((mark) =>
    ['title', 'aria-label', 'aria-description'].map((name) => mark.getAttribute(name) ?? '')),
])`

/** Hears what page and workers say to each other (src/engine/motion/protocol.ts, src/engine/recording/recorder-protocol.ts). */
export function watchWeak(): void {
  const cameras = new Map<string, { checks: number; longestGapMs: number; lastMs: number }>()
  const cameraOf = new Map<number, string>()
  const takes = new Map<number, WeakTake>()
  const epochMs = (monotonicMs: number) => performance.timeOrigin + monotonicMs
  const noteCheck = (id: string) => {
    const nowMs = performance.now()
    const camera = cameras.get(id) ?? { checks: 0, longestGapMs: 0, lastMs: nowMs }
    camera.checks++
    camera.longestGapMs = Math.max(camera.longestGapMs, nowMs - camera.lastMs)
    camera.lastMs = nowMs
    cameras.set(id, camera)
  }
  const noteAnswer = (check: number, result: { kind: string }) => {
    const id = cameraOf.get(check)
    cameraOf.delete(check)
    if (id !== undefined && (result.kind === 'measured' || result.kind === 'nothing')) noteCheck(id)
  }
  const OwnWorker = Worker
  globalThis.Worker = class extends OwnWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const { kind, answers, check, result, takeId, startedAtMs, outcome } = Object(data)
        if (kind === 'checked') noteAnswer(check, result)
        if (kind === 'checks-made') for (const one of answers) noteAnswer(one.check, one.result)
        const take = takes.get(takeId)
        if (take === undefined) return
        if (kind === 'begun') {
          take.begunAtMs = epochMs(performance.now())
          take.startedAtMs = epochMs(startedAtMs)
        }
        if (kind === 'ended') {
          take.endedAtMs = epochMs(performance.now())
          take.outcome = outcome
        }
      })
    }
    override postMessage(message: unknown, cargo?: Transferable[] | StructuredSerializeOptions): void {
      const { kind, checks, takeId, streamId } = Object(message)
      const nowMs = epochMs(performance.now())
      for (const one of kind === 'checks' ? checks : [Object(message)]) {
        if (one.kind === 'check-frame' || one.kind === 'check-pixels') cameraOf.set(one.check, one.cameraId)
      }
      if (kind === 'record') {
        takes.set(takeId, {
          stream: streamId,
          triggeredAtMs: nowMs,
          begunAtMs: null,
          startedAtMs: null,
          stoppedAtMs: null,
          endedAtMs: null,
          outcome: null,
        })
      }
      const take = kind === 'stop' ? takes.get(takeId) : undefined
      if (take !== undefined) take.stoppedAtMs = nowMs
      Reflect.apply(OwnWorker.prototype.postMessage, this, cargo === undefined ? [message] : [message, cargo])
    }
  }
  const read = () => {
    const nowMs = performance.now()
    return {
      cameras: [...cameras].map(([id, { checks, longestGapMs, lastMs }]) => {
        return { id, checks, longestGapMs: Math.max(longestGapMs, nowMs - lastMs) }
      }),
      takes: [...takes.values()],
    }
  }
  const begin = () => {
    for (const camera of cameras.values()) {
      camera.checks = 0
      camera.longestGapMs = 0
    }
  }
  Object.assign(globalThis, { weakWatch: { read, begin } })
}
