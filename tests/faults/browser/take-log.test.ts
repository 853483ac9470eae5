import { expect, test } from 'vitest'
import { withNote } from './take-log'
import { verdictOf } from './verdict'

const START = 1_700_000_000_000

function taken(...notes: Parameters<typeof withNote>[1][]) {
  const take = notes.reduce(withNote, undefined)
  if (take === undefined) throw new Error('There is no take.')
  return take
}

const begun = {
  kind: 'begun',
  takeId: 1,
  atMs: START + 5_000,
  startedAtMs: START,
  lastFrameAtMs: START + 5_000,
} as const
const lastFrame = { kind: 'frame', takeId: 1, atMs: START + 14_930 } as const
const stop = { kind: 'stop', takeId: 1, atMs: START + 15_000 } as const

test('a clip ends where its take was stopped, however long the encoder took from there (OPS-13)', () => {
  const take = taken(begun, lastFrame, stop, { kind: 'ended', takeId: 1 })
  expect(take).toEqual({
    startedAtMs: START,
    begunAtMs: START + 5_000,
    lastFrameAtMs: START + 15_000,
    isFinished: true,
  })
  const video = { id: 'a', startedAtMs: START, durationMs: 15_000, startsOnKeyframe: true }
  expect(verdictOf(take, [video])).toEqual({ kind: 'whole' })
  expect(verdictOf(take, [{ ...video, durationMs: 14_630 }])).toEqual({ kind: 'cut', lostMs: 370 })
})

test('a clip that a machine fell asleep in ends where it was, though it is told of only once that wakes', () => {
  const told = { ...begun, atMs: START + 40_000, lastFrameAtMs: START + 6_500 }
  expect(taken(told, { kind: 'ended', takeId: 1 })).toMatchObject({
    begunAtMs: START + 40_000,
    lastFrameAtMs: START + 6_500,
  })
})

test('a take that was stopped is no finished clip before its last part came', () => {
  expect(taken(begun, lastFrame, stop).isFinished).toBe(false)
})

test('what is said of a take that is not known is left', () => {
  expect(withNote(undefined, stop)).toBeUndefined()
})
