import type { FromNamingWorker, ToNamingWorker } from '../../../src/engine/naming/naming-protocol'
import type { WorkerLike } from '../../../src/engine/worker-channel'
import { type LabelGroup, labelGroups } from '../../../src/lib/label'

/** The naming worker's end of the channel, which the test answers for. */
export class FakeNamingWorker extends EventTarget {
  readonly posted: ToNamingWorker[] = []
  readonly transferred: Transferable[] = []
  isTerminated = false
  /** postMessage throws when a frame is to be handed over. */
  isRefusingFrames = false

  get asWorker(): WorkerLike {
    return this as unknown as WorkerLike
  }

  postMessage(message: ToNamingWorker, transfer: Transferable[] = []): void {
    if (this.isRefusingFrames && message.kind === 'look') throw new DOMException('Not now.', 'DataCloneError')
    this.posted.push(message)
    this.transferred.push(...transfer)
  }

  terminate(): void {
    this.isTerminated = true
  }

  say(message: FromNamingWorker): void {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: message }))
  }

  /** It loaded what it was asked to. */
  sayReady(modelTrouble: string | null = null, groups: readonly LabelGroup[] = labelGroups): void {
    this.say({ kind: 'ready', groups, modelTrouble })
  }

  crash(message?: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), message === undefined ? {} : { message }))
  }
}
