import { describe, expect, it } from 'vitest'
import { latenessOf } from './offline-verdict'

const inTime = { recordingMs: 9_900, waiting: 2, deliveryMs: 14_900 }

describe('a start without the hub (SHELL-11)', () => {
  it('is well where it records within 10 s, and delivers within 15', () => {
    expect(latenessOf(inTime)).toEqual([])
  })

  it.each([
    [{ recordingMs: 10_100 }, 'It recorded 10.1 s after the page was opened.'],
    [{ deliveryMs: null }, "2 clips were not delivered 15.0 s after the hub's return."],
    [{ deliveryMs: 15_100 }, "2 clips were not delivered 15.0 s after the hub's return."],
    [{ waiting: 0 }, 'No clip was finished while the hub was away.'],
  ])('is not with %j', (differing, said) => {
    expect(latenessOf({ ...inTime, ...differing })).toEqual([said])
  })
})
