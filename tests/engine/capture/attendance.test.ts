import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeMedia } from '../../support/browser/fake-media'
import { watching } from '../../support/capture'
import { deferred } from '../../support/deferred'
import { startWholeEngine } from '../../support/engine/whole-engine'

const withSound = { ...watching, isAudioEnabled: true }

/** As Chromium is: a page's questions are answered one after the other, and that for the microphone by somebody who is there. */
class MediaInTurn extends FakeMedia {
  readonly #answered = deferred<void>()
  #last: Promise<unknown> = Promise.resolve()
  microphone: PermissionState = 'prompt'

  allowMicrophone(): void {
    this.microphone = 'granted'
    this.#answered.resolve()
  }

  override getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
    const answer = this.#last.then(async () => {
      if (constraints.audio) await this.#answered.promise
      return super.getUserMedia(constraints)
    })
    this.#last = answer.catch(() => undefined)
    return answer
  }
}

let whole: Awaited<ReturnType<typeof startWholeEngine>>
let media: MediaInTurn

/** `userAgentData` is Chromium's alone. */
function browse(differing: object = { userAgentData: {} }): void {
  const permissions = { query: async () => ({ state: media.microphone }) }
  vi.stubGlobal('navigator', { mediaDevices: media, permissions, ...differing })
}

const questions = () => media.asked.filter(({ audio }) => audio).length
const touch = () => document.dispatchEvent(new Event('pointerdown'))

beforeEach(async () => {
  whole = await startWholeEngine()
  media = new MediaInTurn()
  browse()
})
afterEach(() => whole.close())

describe('a microphone for which the browser would have to ask somebody (ENG-13)', () => {
  it('is asked for by nobody while nobody is there: a camera is opened anew all the same', async () => {
    whole.run(['a'], withSound)
    await whole.pass(12_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running', hasAudio: false })
    // As the switch for sound does that somebody turns off again elsewhere.
    whole.run(['a'], watching)
    await whole.pass(30_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running' })
  })

  it('is asked for once somebody touches the page', async () => {
    whole.run(['a'], withSound)
    await whole.pass(60_000)
    touch()
    await whole.pass(1_000)
    media.allowMicrophone()
    await whole.pass(1_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running', hasAudio: true })
  })

  it('is asked for at once where somebody touched the page a moment ago', async () => {
    touch()
    await whole.pass(30_000)
    whole.run(['a'], withSound)
    await whole.pass(1_000)
    media.allowMicrophone()
    await whole.pass(1_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running', hasAudio: true })
  })

  it('is asked for no more by each touch where no camera waits for it', async () => {
    whole.run(['a'], watching)
    await whole.pass(1_000)
    for (let i = 0; i < 5; i++) touch()
    await whole.pass(5_000)
    expect(media.asked).toHaveLength(1)
  })
})

describe('a microphone that keeps no other question waiting', () => {
  it('is asked for though nobody is there: it is allowed', async () => {
    media.allowMicrophone()
    whole.run(['a'], withSound)
    await whole.pass(1_000)
    expect(whole.stateOf('a')).toMatchObject({ phase: 'running', hasAudio: true })
  })

  it('is asked for though nobody is there: the browser asks for several at a time', async () => {
    media = new MediaInTurn()
    browse({})
    whole.run(['a'], withSound)
    await whole.pass(1_000)
    media.allowMicrophone()
    await whole.pass(1_000)
    expect([questions(), whole.stateOf('a')]).toMatchObject([1, { phase: 'running', hasAudio: true }])
  })
})
