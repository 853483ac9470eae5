import type { Page } from '@playwright/test'
import { z } from 'zod'

/** A recording as its page saw it, from outside of our code: the messages to and from the recorder worker. */
export interface LoggedTake {
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number
  /** When its recording began: up to 5 s after its first frame. */
  readonly begunAtMs: number
  /** Of the last frame that was handed over to be encoded. */
  lastFrameAtMs: number
  /** Whether its last part came: from then on it is a finished clip. */
  isFinished: boolean
}

const noteShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), takeId: z.number(), atMs: z.number(), startedAtMs: z.number() }),
  z.object({ kind: z.literal('frame'), takeId: z.number(), atMs: z.number() }),
  z.object({ kind: z.literal('ended'), takeId: z.number(), atMs: z.number() }),
])

const PREFIX = 'nightjar-faults '

/** Follows the takes of one page until its browser dies. Call before the page is loaded. */
export async function logTakes(page: Page): Promise<ReadonlyMap<number, LoggedTake>> {
  const takes = new Map<number, LoggedTake>()
  page.on('console', (message) => {
    const text = message.text()
    if (!text.startsWith(PREFIX)) return
    const note = noteShape.parse(JSON.parse(text.slice(PREFIX.length)))
    const take = takes.get(note.takeId)
    if (note.kind === 'begun') {
      const { startedAtMs, atMs } = note
      takes.set(note.takeId, { startedAtMs, begunAtMs: atMs, lastFrameAtMs: atMs, isFinished: false })
    } else if (take !== undefined) {
      take.lastFrameAtMs = Math.max(take.lastFrameAtMs, note.atMs)
      if (note.kind === 'ended') take.isFinished = true
    }
  })
  await page.addInitScript(listenToRecorder, PREFIX)
  return takes
}

/** Runs in the page. */
function listenToRecorder(prefix: string): void {
  const OwnWorker = window.Worker
  const epochOf = (pageMs: number) => performance.timeOrigin + pageMs
  const say = (note: object) => console.debug(prefix + JSON.stringify(note))
  window.Worker = class extends OwnWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      if (options?.name !== 'recorder') return
      this.addEventListener('message', ({ data }) => {
        const { kind, takeId, startedAtMs } = data
        if (kind === 'begun') say({ kind, takeId, atMs: Date.now(), startedAtMs: epochOf(startedAtMs) })
        if (kind === 'ended') say({ kind, takeId, atMs: Date.now() })
      })
      const post = this.postMessage.bind(this)
      this.postMessage = (message: { kind?: string; takeId?: number; atMs?: number }, transfer?: unknown) => {
        post(message, transfer as Transferable[])
        if (message.kind === 'add') say({ kind: 'frame', takeId: message.takeId, atMs: epochOf(message.atMs ?? 0) })
      }
    }
  }
}
