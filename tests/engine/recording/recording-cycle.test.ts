import { describe, expect, it } from 'vitest'
import { mayRecord, recordingEnded, recordingStarted } from '../../../src/engine/recording/recording-cycle'

const COOLDOWN_MS = 5_000

describe('the recording cycle', () => {
  it('lets a camera that never recorded record at once (REC-08)', () => {
    expect(mayRecord({ phase: 'idle', lastEndedAtMs: null }, 0, COOLDOWN_MS)).toBe(true)
  })

  it('starts no second recording while one runs, however long it takes (REC-08)', () => {
    expect(mayRecord(recordingStarted(1_000), 1_000_000, COOLDOWN_MS)).toBe(false)
  })

  it('counts the cooldown from the end of the last recording: 5 s pass, a millisecond less does not (REC-03)', () => {
    const ended = recordingEnded(20_000)
    expect(mayRecord(ended, 24_999, COOLDOWN_MS)).toBe(false)
    expect(mayRecord(ended, 25_000, COOLDOWN_MS)).toBe(true)
  })

  it('goes back to idle with the time recorded (REC-09)', () => {
    expect(recordingStarted(5)).toEqual({ phase: 'recording', startedAtMs: 5 })
    expect(recordingEnded(20)).toEqual({ phase: 'idle', lastEndedAtMs: 20 })
  })
})
