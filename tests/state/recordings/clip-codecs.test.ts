import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClipMaking, CodecVerdict } from '../../../src/engine/recording'
import { extensionsAtom } from '../../../src/state/http/extensions'
import {
  clipMakingsAtom,
  codecMemoryAtom,
  isMp4TakenAtom,
  noteMakingAtom,
} from '../../../src/state/recordings/clip-codecs'
import { isMadeAsMp4, makingSentence, passedOverSentence } from '../../../src/state/recordings/clip-making-words'
import { startApp, type TestApp } from '../../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
beforeEach(() => app.storage.removeItem(KEY))
afterAll(() => app.close())

const found: CodecVerdict = {
  browser: 'Browser 1',
  width: 1280,
  height: 720,
  codec: 'h264-software',
  frameMs: 6.7,
  holdsUntilMs: null,
  passedOver: [{ codec: 'h264-hardware', why: 'not-there' }],
}
const memory = () => app.store.get(codecMemoryAtom)
const KEY = 'nightjar:clip-codecs'

describe('what was found of the encoders of a browser (CODEC-03)', () => {
  test('is kept by size, the latest of each', () => {
    expect(memory().read()).toEqual([])
    memory().keep(found)
    const small = { ...found, width: 640, height: 360 }
    memory().keep(small)
    const later: CodecVerdict = { ...found, codec: 'vp8', holdsUntilMs: 5 }
    memory().keep(later)
    expect(memory().read()).toEqual([later, small])
  })

  test('of another version of the browser goes with the first of this one', () => {
    memory().keep(found)
    const updated = { ...found, width: 640, browser: 'Browser 2' }
    memory().keep(updated)
    expect(memory().read()).toEqual([updated])
  })

  test.each(['', 'nonsense', '{}', '[{"codec":"vp8"}]', '[{"codec":"av1"}]'])('reads nothing of %j', (text) => {
    app.storage.setItem(KEY, text)
    expect(memory().read()).toEqual([])
  })

  test('does not grow for ever', () => {
    for (let width = 1; width <= 40; width++) memory().keep({ ...found, width })
    expect(memory().read().length).toBe(12)
  })
})

test('clips may be MP4 only where the provider says so (CODEC-01)', () => {
  const isTakenOf = (name: 'facts' | 'mp4') => {
    app.store.set(extensionsAtom, new Set([name]))
    return app.store.get(isMp4TakenAtom)
  }
  expect([app.store.get(isMp4TakenAtom), isTakenOf('mp4'), isTakenOf('facts')]).toEqual([false, true, false])
})

describe('how clips are made, in words (CODEC-05)', () => {
  const { codec, frameMs, passedOver } = found
  const inUse: ClipMaking = { by: 'encoder', codec, frameMs, passedOver, isHalved: false }

  test('says what encodes them, for how long and for which share of a core', () => {
    expect(makingSentence(inUse)).toBe(
      'Clips are MP4: H.264 by the processor, 6.7 ms a picture, about 11 % of a core while a clip is recorded.',
    )
    expect(makingSentence({ ...inUse, codec: 'h264-hardware', frameMs: 12.4 })).toBe(
      'Clips are MP4: H.264 by the graphics hardware, 12 ms a picture.',
    )
    expect(makingSentence({ ...inUse, codec: 'vp8', frameMs: null })).toBe('Clips are WebM: VP8 by the processor.')
    expect(makingSentence({ ...inUse, codec: null })).toMatch(/first format that this browser can/)
    expect(makingSentence({ by: 'browser' })).toMatch(/by the browser itself/)
    expect(makingSentence(undefined)).toBeNull()
  })

  test('says why nothing that costs less is taken', () => {
    expect(passedOverSentence(inUse)).toBe(
      'Tried before it: H.264 by the graphics hardware (this browser has none here).',
    )
    expect(passedOverSentence({ ...inUse, passedOver: [] })).toBeNull()
    expect(passedOverSentence({ by: 'browser' })).toBeNull()
  })

  test('knows which need no conversion', () => {
    const others: (ClipMaking | undefined)[] = [{ ...inUse, codec: 'vp8' }, { by: 'browser' }, undefined]
    expect([inUse, { ...inUse, codec: 'h264-hardware' } as const, ...others].map(isMadeAsMp4)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('is of each camera what the engine told last', () => {
    app.store.set(noteMakingAtom, 'front', { by: 'browser' })
    app.store.set(noteMakingAtom, 'back', { by: 'browser' })
    app.store.set(noteMakingAtom, 'front', inUse)
    expect([...app.store.get(clipMakingsAtom)]).toEqual([
      ['front', inUse],
      ['back', { by: 'browser' }],
    ])
  })
})
