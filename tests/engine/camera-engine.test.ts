import { describe, expect, it } from 'vitest'
import { CameraEngine, type EngineEvent } from '../../src/engine/camera-engine'
import { FakeMedia, FakeStream, mediaError } from '../support/browser/fake-media'
import { capturePorts, motionOff, phaseOf, watching } from '../support/capture'
import { settled } from '../support/manual-clock'
import { specTimings } from '../support/timings'

async function testEngine(media = new FakeMedia()) {
  const around = await capturePorts(media)
  const told: EngineEvent[] = []
  const engine = new CameraEngine(specTimings, around.ports, (event) => told.push(event))
  /** States told since the last call, as 'camera phase'. */
  const states = () =>
    told.splice(0).flatMap((event) => (event.kind === 'state' ? [`${event.cameraId} ${phaseOf(event.state)}`] : []))
  const set = async (cameras: Record<string, typeof watching>) => {
    engine.setCameras(new Map(Object.entries(cameras)))
    await settled()
    return states()
  }
  return { ...around, engine, media, told, states, set }
}

describe('the cameras of a tab', () => {
  it('start when they are wanted', async () => {
    const { set } = await testEngine()
    const states = await set({ a: motionOff, b: { ...watching, deviceId: 'device-2' } })
    expect(states.toSorted()).toEqual(['a running: off', 'a starting', 'b running: watching', 'b starting'])
  })

  it('are left alone while nothing about them differs', async () => {
    const { media, set } = await testEngine()
    await set({ a: watching })
    await set({ a: watching })
    await set({ a: { ...watching } })
    expect(media.asked.length).toBe(1)
  })

  it('take new settings over, each its own', async () => {
    const { media, set } = await testEngine()
    await set({ a: motionOff, b: motionOff })
    expect(await set({ a: watching, b: motionOff })).toContain('a running: watching')
    expect(media.given.every(({ isLive }) => isLive)).toBe(true)
    expect(media.asked.length).toBe(2)
  })

  it('stop when they are not wanted any more, while others run on', async () => {
    const { media, set } = await testEngine()
    await set({ a: motionOff, b: motionOff })
    expect(await set({ b: motionOff })).toContain('a stopped')
    expect(media.given.map(({ isLive }) => isLive)).toEqual([false, true])
  })

  it('start afresh when they are wanted again', async () => {
    const { set } = await testEngine()
    await set({ a: motionOff })
    await set({})
    expect(await set({ a: motionOff })).toEqual(['a starting', 'a running: off'])
  })

  it('that did not start are tried again by retry', async () => {
    const { engine, set, states } = await testEngine(new FakeMedia(mediaError('NotAllowedError')))
    expect(await set({ a: motionOff })).toEqual(['a starting', 'a failed: permission-denied'])
    engine.retry()
    await settled()
    expect(states()).toEqual(['a running: off'])
  })

  it('that were refused sound have it once the microphone is allowed (ENG-13)', async () => {
    const media = new FakeMedia(new FakeStream('video'), mediaError('NotAllowedError'))
    const { engine, set, told } = await testEngine(media)
    await set({ a: { ...motionOff, isAudioEnabled: true } })
    engine.retryWithSound()
    await settled()
    expect(told.findLast(({ kind }) => kind === 'state')).toMatchObject({ state: { phase: 'running', hasAudio: true } })
  })

  it('all stop when the engine closes, and nothing ticks on', async () => {
    const { clock, engine, media, set, states } = await testEngine()
    await set({ a: watching, b: motionOff })
    engine.close()
    expect(states()).toEqual(['a stopped', 'b stopped'])
    expect(media.given.some(({ isLive }) => isLive)).toBe(false)
    expect(clock.pending()).toEqual([])
  })

  it('tell everything under their own id: snapshots, differences, clips and warnings', async () => {
    const { clock, frames, set, told } = await testEngine()
    await set({ a: motionOff, b: watching })
    if (frames[1]) frames[1].flicker = 51
    await clock.advance(15_600)
    const kindsOf = (cameraId: string) =>
      new Set(told.flatMap((event) => ('cameraId' in event && event.cameraId === cameraId ? event.kind : [])))
    expect(kindsOf('a')).toEqual(new Set(['snapshot']))
    expect(kindsOf('b')).toEqual(new Set(['state', 'snapshot', 'learning', 'measured', 'clip-begun']))
    expect(told.find((event) => event.kind === 'measured')).toMatchObject({ measurement: { difference: 51 / 255 } })
    expect(told.find((event) => event.kind === 'snapshot')).toMatchObject({ jpeg: frames[0]?.picture })
  })

  it('tell a clip from its beginning to its end, under its id', async () => {
    const { clock, frames, set, told } = await testEngine()
    await set({ b: watching })
    if (frames[0]) frames[0].flicker = 51
    await clock.advance(11_000)
    expect(told.filter(({ kind }) => kind.startsWith('clip'))).toMatchObject([
      { kind: 'clip-begun', cameraId: 'b', clip: { id: 'clip-1', mediaType: 'video/webm' } },
      { kind: 'clip-part', clipId: 'clip-1' },
      { kind: 'clip-thumbnail', clipId: 'clip-1', jpeg: frames[0]?.picture },
      { kind: 'clip-ended', clipId: 'clip-1' },
    ])
  })

  it('tell a refused microphone as a warning (CAM-44)', async () => {
    const { engine, media, told } = await testEngine(new FakeMedia())
    const held = media.holdNext()
    const refusal = mediaError('NotAllowedError')
    media.answerNext(refusal)
    engine.setCameras(new Map([['a', { ...motionOff, isAudioEnabled: true }]]))
    held.letGo()
    await settled()
    expect(told.filter(({ kind }) => kind === 'warning')).toMatchObject([{ cameraId: 'a', error: refusal }])
  })
})
