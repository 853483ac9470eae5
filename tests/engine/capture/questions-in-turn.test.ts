import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeMedia } from '../../support/browser/fake-media'
import { watching } from '../../support/capture'
import { deferred } from '../../support/deferred'
import { startWholeEngine } from '../../support/engine/whole-engine'

/** As long as a driver that works may take (answer-limit.ts). */
const OPENING_MS = 3_000

/** As Chromium is: of a page's questions the next one is looked at when the one before is answered. */
class MediaInTurn extends FakeMedia {
  readonly #working = deferred<void>()
  #last: Promise<unknown> = Promise.resolve()
  /** The driver hangs until `goOn`. */
  isHung = false
  questions = 0
  openingMs = OPENING_MS

  goOn(): void {
    this.isHung = false
    this.#working.resolve()
  }

  override getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
    this.questions++
    const answer = this.#last.then(async () => {
      if (this.isHung) await this.#working.promise
      await new Promise((resolve) => setTimeout(resolve, this.openingMs))
      return super.getUserMedia(constraints)
    })
    this.#last = answer.catch(() => undefined)
    return answer
  }
}

let whole: Awaited<ReturnType<typeof startWholeEngine>>
let media: MediaInTurn

beforeEach(async () => {
  whole = await startWholeEngine()
  media = new MediaInTurn()
  vi.stubGlobal('navigator', { mediaDevices: media, userAgentData: {} })
})
afterEach(() => whole.close())

describe('many cameras of a browser that opens one after the other (ENG-13)', () => {
  const cameraIds = ['a', 'b', 'c', 'd', 'e', 'f']

  it('each have the time that a device takes: none is given up, nor has another stand in', async () => {
    whole.run(cameraIds, watching)
    await whole.pass(cameraIds.length * OPENING_MS + 1_000)
    for (const id of cameraIds) expect(whole.stateOf(id)).toMatchObject({ phase: 'running', isSubstitute: false })
    expect(media.asked).toHaveLength(cameraIds.length)
  })

  it('are told that a driver hangs where it does', async () => {
    media.isHung = true
    whole.run(['a'], watching)
    await whole.pass(20_000)
    expect(whole.stateOf('a')).toEqual({ phase: 'failed', reason: 'no-answer' })
    media.goOn()
    await whole.pass(10_000)
  })

  it('live soon after its return, however long it hung: little was asked behind what it did not answer', async () => {
    media.isHung = true
    whole.run(['a'], watching)
    await whole.pass(3_600_000)
    // Now and then another, as the one before may be lost.
    expect(media.questions).toBeLessThanOrEqual(6)
    media.goOn()
    await whole.pass(6 * OPENING_MS + 10_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running', isSubstitute: false })
  })

  it('live with a driver that is only slow: the next try waits for as long as it takes', async () => {
    media.openingMs = 25_000
    whole.run(['a'], { ...watching, deviceId: 'slow' })
    await whole.pass(180_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running', isSubstitute: false })
  })
})
