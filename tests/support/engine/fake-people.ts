import type { Clock } from '../../../src/engine/clock'
import type { FoundPerson } from '../../../src/engine/person/person-detector'
import type { LookWish, PersonLook } from '../../../src/engine/person/person-protocol'
import { PersonTurns } from '../../../src/engine/person/person-watch-turns'
import type { PersonPort } from '../../../src/engine/person/person-worker'
import { deferred } from '../deferred'

/** A detector that the test answers for. */
export class FakePeople implements PersonPort {
  isReady = true
  wakes = 0
  readonly wishes: LookWish[] = []
  /** Frames that were handed over and not closed yet. */
  readonly frames: VideoFrame[] = []
  #answer: ((seen: PersonLook | null) => void) | null = null

  get isLooking(): boolean {
    return this.#answer !== null
  }

  wake(): void {
    this.wakes++
  }

  async look(frame: VideoFrame, wish: LookWish): Promise<PersonLook | null> {
    if (this.isLooking) throw new Error('Two frames at a time.')
    this.wishes.push(wish)
    this.frames.push(frame)
    const answer = deferred<PersonLook | null>()
    this.#answer = answer.resolve
    return answer.promise
  }

  /** Answers the look that is open, as the worker would: a JPEG comes only where one is wanted. */
  answer(people: readonly FoundPerson[], { tookMs = 50, hasJpeg = true } = {}): void {
    const jpegAbove = this.wishes.at(-1)?.jpegAbove ?? 0
    const best = Math.max(...people.map(({ score }) => score))
    const jpeg = hasJpeg && best > jpegAbove ? new Blob([`person ${best}`], { type: 'image/jpeg' }) : null
    this.#end({ people, jpeg, tookMs })
  }

  /** The frame was not looked at. */
  fail(): void {
    this.#end(null)
  }

  #end(seen: PersonLook | null): void {
    const answer = this.#answer
    if (answer === null) throw new Error('No look is open.')
    this.#answer = null
    for (const frame of this.frames.splice(0)) frame.close()
    answer(seen)
  }
}

/** Somebody in the middle of the picture. */
export function someone(score: number, left = 0.4): FoundPerson {
  return { box: { left, top: 0.3, width: 0.1, height: 0.4 }, score }
}

/** For tests in which nobody is looked for. */
export function nobody(clock: Clock): PersonTurns {
  const people = new FakePeople()
  people.isReady = false
  return new PersonTurns(people, clock, () => false)
}
