import type { Page } from '@playwright/test'
import { z } from 'zod'

/** A recording as its page saw it, from outside of our code: the messages to and from the recorder worker. */
export interface LoggedTake {
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number
  /** When its recording began: up to 5 s after its first frame. */
  readonly begunAtMs: number
  /** Of the last frame that was handed over to be encoded. */
  readonly lastFrameAtMs: number
  /** Whether its last part came: from then on it is a finished clip. */
  readonly isFinished: boolean
}

const noteShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begun'),
    takeId: z.number(),
    atMs: z.number(),
    startedAtMs: z.number(),
    /** Of what was handed over before it was told of; it may have been stopped by then. */
    lastFrameAtMs: z.number(),
  }),
  /** It was handed over; with `stop`, as the last of its take. */
  z.object({ kind: z.enum(['frame', 'stop']), takeId: z.number(), atMs: z.number() }),
  z.object({ kind: z.literal('ended'), takeId: z.number() }),
])
type TakeNote = z.infer<typeof noteShape>

const PREFIX = 'nightjar-faults '

/** Follows the takes of one page until its browser dies. Call before the page is loaded. */
export async function logTakes(page: Page): Promise<ReadonlyMap<number, LoggedTake>> {
  const takes = new Map<number, LoggedTake>()
  page.on('console', (message) => {
    const text = message.text()
    if (!text.startsWith(PREFIX)) return
    const note = noteShape.parse(JSON.parse(text.slice(PREFIX.length)))
    const take = withNote(takes.get(note.takeId), note)
    if (take !== undefined) takes.set(note.takeId, take)
  })
  await page.addInitScript(listenToRecorder, PREFIX)
  return takes
}

/**
 * What is known of a take after a note. `ended` comes when the encoder has given all back, on a busy machine long after the
 * last frame: its time says nothing of how long the clip has to be.
 */
export function withNote(take: LoggedTake | undefined, note: TakeNote): LoggedTake | undefined {
  switch (note.kind) {
    case 'begun': {
      const { startedAtMs, lastFrameAtMs } = note
      return { startedAtMs, begunAtMs: note.atMs, lastFrameAtMs, isFinished: false }
    }
    case 'frame':
    case 'stop':
      return take && { ...take, lastFrameAtMs: Math.max(take.lastFrameAtMs, note.atMs) }
    case 'ended':
      return take && { ...take, isFinished: true }
  }
}

/** Runs in the page. */
function listenToRecorder(prefix: string): void {
  const OwnWorker = window.Worker
  const epochOf = (pageMs: number) => performance.timeOrigin + pageMs
  const handedOver = new Map<number, number>()
  const say = (note: object) => console.debug(prefix + JSON.stringify(note))
  window.Worker = class extends OwnWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      if (options?.name !== 'recorder') return
      this.addEventListener('message', ({ data }) => {
        const { kind, takeId, startedAtMs } = data
        const lastFrameAtMs = epochOf(handedOver.get(takeId) ?? startedAtMs)
        if (kind === 'begun') say({ kind, takeId, atMs: Date.now(), startedAtMs: epochOf(startedAtMs), lastFrameAtMs })
        if (kind === 'ended') say({ kind, takeId })
      })
      const post = this.postMessage.bind(this)
      this.postMessage = (message: { kind?: string; takeId?: number; atMs?: number }, transfer?: unknown) => {
        post(message, transfer as Transferable[])
        const { kind, takeId, atMs = 0 } = message
        if (takeId !== undefined && (kind === 'add' || kind === 'stop')) handedOver.set(takeId, atMs)
        if (kind === 'add') say({ kind: 'frame', takeId, atMs: epochOf(atMs) })
        if (kind === 'stop') say({ kind, takeId, atMs: epochOf(atMs) })
      }
    }
  }
}
