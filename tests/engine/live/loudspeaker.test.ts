import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Loudspeaker } from '../../../src/engine/live/loudspeaker'
import { FakeSpeaker } from '../../support/live/fake-speaker'

let speaker: Loudspeaker
beforeEach(() => {
  vi.useFakeTimers()
  FakeSpeaker.reset()
  speaker = new Loudspeaker(FakeSpeaker.open)
})
afterEach(() => {
  vi.useRealTimers()
})

const out = () => FakeSpeaker.made[0]

/** A speaker that is told to rest does so a little later. */
const rested = () => vi.advanceTimersByTimeAsync(20)

/** The answer of a browser that lets nothing sound, which takes half a second. */
async function waited<T>(asked: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(500)
  return asked
}

describe('the speaker of the camera’s machine', () => {
  it('is opened when something is to be heard, and rests when nothing sounds (LIVE-58)', async () => {
    expect(FakeSpeaker.made).toHaveLength(0)
    expect(await speaker.chime()).toBe(true)
    expect([FakeSpeaker.heard, out()?.state]).toEqual([['sine'], 'running'])
    out()?.play(1)
    await rested()
    expect([FakeSpeaker.sounding, out()?.state]).toEqual([[], 'suspended'])
    await speaker.chime()
    expect([FakeSpeaker.made.length, FakeSpeaker.heard.length]).toEqual([1, 2])
  })

  it('is woken for what begins in the moment in which it goes to rest (LIVE-60, LIVE-65)', async () => {
    const onEnd = vi.fn()
    await speaker.chime()
    out()?.play(1)
    const beginning = speaker.siren(60_000, onEnd)
    await rested()
    expect(await beginning).not.toBeNull()
    expect([FakeSpeaker.sounding, out()?.state]).toEqual([['square'], 'running'])
    out()?.play(61)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('says so where the browser lets nothing be heard before somebody has clicked (LIVE-60, LIVE-65)', async () => {
    FakeSpeaker.isForbidden = true
    expect(await waited(speaker.chime())).toBe(false)
    expect(await waited(speaker.siren(60_000, () => undefined))).toBeNull()
    expect(FakeSpeaker.heard).toEqual([])
    FakeSpeaker.isForbidden = false
    expect(await speaker.chime()).toBe(true)
  })

  it('says so where there is none', async () => {
    const none = new Loudspeaker(() => {
      throw new DOMException('No room.', 'NotSupportedError')
    })
    expect([await none.chime(), await none.siren(60_000, () => undefined)]).toEqual([false, null])
  })

  it('sounds the siren until it is silenced', async () => {
    const onEnd = vi.fn()
    const silence = await speaker.siren(60_000, onEnd)
    out()?.play(30)
    expect(FakeSpeaker.sounding).toEqual(['square'])
    silence?.()
    silence?.()
    out()?.play(0)
    expect([FakeSpeaker.sounding, onEnd.mock.calls.length]).toEqual([[], 0])
  })

  it('ends the siren by the clock of the sound itself, and says so once (LIVE-65)', async () => {
    const onEnd = vi.fn()
    const silence = await speaker.siren(60_000, onEnd)
    out()?.play(59.9)
    expect([FakeSpeaker.sounding, onEnd.mock.calls.length]).toEqual([['square'], 0])
    out()?.play(0.2)
    silence?.()
    expect([FakeSpeaker.sounding, onEnd.mock.calls.length]).toEqual([[], 1])
  })

  it('goes on for one sound when another ends', async () => {
    await speaker.siren(60_000, () => undefined)
    await speaker.chime()
    out()?.play(2)
    expect([FakeSpeaker.sounding, out()?.state]).toEqual([['square'], 'running'])
  })

  it('is given back', async () => {
    await speaker.chime()
    speaker.close()
    expect(out()?.state).toBe('closed')
  })
})
