import type { TakeEvents, TakeFailure } from '../../../src/engine/recording/recorder-port'
import { RecorderWorkerClient } from '../../../src/engine/recording/recorder-worker-client'
import type { WorkerLike } from '../../../src/engine/worker-channel'
import { stubEncoders } from './fake-encoders'
import { LoopbackRecorder } from './loopback-recorder'

/** The page's end of the recorder worker and the worker's own, with encoders that count instead of the browser's. */
export function startRecorderChain() {
  stubEncoders()
  const workers: LoopbackRecorder[] = []
  const lost: string[] = []
  const start = (): WorkerLike => {
    const worker = new LoopbackRecorder()
    workers.push(worker)
    return worker as unknown as WorkerLike
  }
  return { recorders: new RecorderWorkerClient(start, (message) => lost.push(message)), workers, lost }
}

/** What a take told, in order. */
export class TakeLog implements TakeEvents {
  /** 'begun', 'part' and so on; parts one after the other count once. */
  readonly kinds: string[] = []
  readonly parts: Uint8Array<ArrayBuffer>[] = []
  startedAtMs = Number.NaN
  mediaType = ''
  hasAudio = false
  failure: TakeFailure | null = null

  get hasEnded(): boolean {
    return this.kinds.includes('stopped') || this.kinds.includes('failed')
  }

  get content(): Blob {
    return new Blob(this.parts)
  }

  onBegun(start: { readonly startedAtMs: number; readonly mediaType: string; readonly hasAudio: boolean }): void {
    Object.assign(this, start)
    this.kinds.push('begun')
  }

  onPart(bytes: Uint8Array<ArrayBuffer>): void {
    this.parts.push(bytes)
    if (this.kinds.at(-1) !== 'part') this.kinds.push('part')
  }

  onEnded(outcome: 'stopped' | TakeFailure): void {
    this.kinds.push(outcome === 'stopped' ? outcome : 'failed')
    if (outcome !== 'stopped') this.failure = outcome
  }
}
