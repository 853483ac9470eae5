import type { Clock } from '../../../src/engine/clock'
import type { Found } from '../../../src/engine/naming/detector'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import type { LookRequest, LookResult } from '../../../src/engine/naming/naming-protocol'
import type { NamingPort } from '../../../src/engine/naming/naming-worker-client'
import { type Label, type LabelGroup, labelGroups } from '../../../src/lib/label'
import { deferred } from '../deferred'

/** A detector that the test answers for. */
export class FakeLooks implements NamingPort {
  isReady = true
  isLoading = false
  wakes = 0
  calms = 0
  /** What it tells apart. */
  groups: readonly LabelGroup[] = labelGroups
  readonly requests: LookRequest[] = []
  /** Frames that were handed over and not closed yet. */
  readonly frames: VideoFrame[] = []
  #answer: ((seen: LookResult | null) => void) | null = null

  get isLooking(): boolean {
    return this.#answer !== null
  }

  canName(group: LabelGroup): boolean {
    return this.groups.includes(group)
  }

  wake(): void {
    this.wakes++
  }

  noteCalm(): void {
    this.calms++
  }

  async look(frame: VideoFrame, request: LookRequest): Promise<LookResult | null> {
    if (this.isLooking) throw new Error('Two frames at a time.')
    this.requests.push(request)
    this.frames.push(frame)
    const answer = deferred<LookResult | null>()
    this.#answer = answer.resolve
    return answer.promise
  }

  /** Answers the look that is open, as the worker would: a JPEG comes only where one is wanted. */
  answer(found: readonly Found[], { tookMs = 50, hasJpeg = true } = {}): void {
    const { jpegAbove = 0, around = [] } = this.requests.at(-1) ?? {}
    const best = Math.max(...found.map(({ score }) => score))
    const jpeg = hasJpeg && best > jpegAbove ? new Blob([`person ${best}`], { type: 'image/jpeg' }) : null
    this.#end({ found, jpeg, tookMs, parts: around.length })
  }

  /** The frame was not looked at. */
  fail(): void {
    this.#end(null)
  }

  #end(seen: LookResult | null): void {
    const answer = this.#answer
    if (answer === null) throw new Error('No look is open.')
    this.#answer = null
    for (const frame of this.frames.splice(0)) frame.close()
    answer(seen)
  }
}

/** Somebody, or something, in the middle of the picture. */
export function someone(score: number, left = 0.4, label: Label = 'person'): Found {
  return { label, box: { left, top: 0.3, width: 0.1, height: 0.4 }, score }
}

/** For tests in which nobody is looked for. */
export function nobody(clock: Clock): LookTurns {
  const people = new FakeLooks()
  people.isReady = false
  return new LookTurns(people, clock, () => false)
}
