import { describe, expect, it } from 'vitest'
import { SightLog } from '../../../src/engine/pacing/sight'

describe('the sight of a camera (ENG-12)', () => {
  it('is there from the beginning, and for 4 s after the last check', () => {
    const log = new SightLog(0)
    expect(log.at(4_000)).toEqual({ phase: 'seeing' })
    log.noteSeen(false, 3_000)
    expect(log.at(7_000)).toEqual({ phase: 'seeing' })
    expect(log.at(7_001).phase).toBe('paused')
  })

  it('is paused as throttled when no check comes due', () => {
    const log = new SightLog(0)
    log.noteAsked()
    expect(log.at(4_001)).toEqual({ phase: 'paused', why: 'throttled' })
  })

  it('is paused for want of frames when checks wait for the camera', () => {
    const log = new SightLog(0)
    log.noteTurn(4_000)
    log.noteAsked()
    expect(log.at(4_001)).toEqual({ phase: 'paused', why: 'no-frames' })
  })

  it('is paused as throttled when the worker does not answer', () => {
    const log = new SightLog(0)
    log.noteTurn(4_000)
    log.noteAsked()
    log.noteHandedOver()
    expect(log.at(4_001)).toEqual({ phase: 'paused', why: 'throttled' })
  })

  it('is paused as unmeasurable when frames come that nothing can measure', () => {
    const log = new SightLog(0)
    log.noteTurn(4_000)
    log.noteAsked()
    log.noteHandedOver()
    log.noteUnmeasurable()
    expect(log.at(4_001)).toEqual({ phase: 'paused', why: 'unmeasurable' })
  })

  it('is back with the next check', () => {
    const log = new SightLog(0)
    expect(log.at(60_000).phase).toBe('paused')
    log.noteSeen(false, 60_000)
    expect(log.at(60_000)).toEqual({ phase: 'seeing' })
  })

  it('is frozen when one picture repeats for 10 s, until another comes', () => {
    const log = new SightLog(0)
    for (let atMs = 1_000; atMs < 11_000; atMs += 500) log.noteSeen(true, atMs)
    expect(log.at(10_999)).toEqual({ phase: 'seeing' })
    expect(log.at(11_000)).toEqual({ phase: 'frozen' })
    log.noteSeen(false, 11_100)
    expect(log.at(11_100)).toEqual({ phase: 'seeing' })
  })

  it('is not frozen while now and then another picture comes', () => {
    const log = new SightLog(0)
    for (let atMs = 0; atMs <= 60_000; atMs += 500) log.noteSeen(atMs % 9_000 !== 0, atMs)
    expect(log.at(60_000)).toEqual({ phase: 'seeing' })
  })

  it('is the same object while it is the same, so that changes are cheap to see', () => {
    const log = new SightLog(0)
    expect(log.at(1) === log.at(2)).toBe(true)
    expect(log.at(5_000) === log.at(6_000)).toBe(true)
  })
})
