import { expect, test } from 'vitest'
import { filmWords, fullFilmWords, hoursWords, lengthWords } from '../../src/lib/film-words'

test.each([
  [{ durationMs: 15_000, width: 1280, height: 720 }, '0:15, 1280 × 720'],
  [{ durationMs: 14_600, width: null, height: null }, '0:15'],
  [{ durationMs: 61_000 }, '1:01'],
  [{ durationMs: null, width: 640, height: 480 }, '640 × 480'],
  [{ durationMs: null, width: null, height: null }, ''],
  [{}, ''],
  [{ durationMs: 15_000, codec: 'avc', hasSound: true, startsOnKeyframe: false }, '0:15, with sound'],
  [{ durationMs: 15_000, hasSound: false }, '0:15'],
])('a card says of %j: %s (FACT-07)', (film, words) => {
  expect(filmWords(film)).toBe(words)
})

test.each([
  [
    { durationMs: 15_000, width: 1280, height: 720, codec: 'avc', hasSound: true },
    '0:15, 1280 × 720, H.264, with sound',
  ],
  [{ durationMs: 15_000, codec: 'vp8', hasSound: false, startsOnKeyframe: true }, '0:15, VP8, no sound'],
  [{ codec: 'hevc', hasSound: null }, 'H.265'],
  [
    { durationMs: 15_000, startsOnKeyframe: false },
    '0:15, begins without a whole picture: its first moments may not show',
  ],
  [{}, ''],
])('the player says of %j: %s (FACT-07)', (film, words) => {
  expect(fullFilmWords(film)).toBe(words)
})

test.each([
  [0, '0 seconds'],
  [1_000, '1 second'],
  [14_600, '15 seconds'],
  [59_600, '1 minute'],
  [125_000, '2 minutes 5 seconds'],
  [3_600_000, '1 hour'],
  [3_784_000, '1 hour 3 minutes'],
  [7_199_000, '2 hours'],
])('%i ms are %s long', (ms, words) => {
  expect(lengthWords(ms)).toBe(words)
})

test.each([
  [0, '0 hours'],
  [1_000, '1 minute'],
  [14 * 60_000, '14 minutes'],
  [60 * 60_000, '1 hour'],
  [150 * 60_000, '2.5 hours'],
  [100 * 3_600_000, '100 hours'],
])('%i ms are roughly %s (FACT-10)', (ms, words) => {
  expect(hoursWords(ms)).toBe(words)
})
