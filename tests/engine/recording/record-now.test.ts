import { describe, expect, it } from 'vitest'
import { CameraEngine, type EngineEvent } from '../../../src/engine/camera-engine'
import { capturePorts, motionOff, watching } from '../../support/capture'
import { startTestCycle } from '../../support/engine/clip-cycle'
import { settled } from '../../support/manual-clock'
import { specTimings } from '../../support/timings'

describe('a clip that somebody asks for (LIVE-64)', () => {
  it('begins at once, with what was before, and lasts as one by motion does', async () => {
    const { clock, cycle, take, told, atMs } = startTestCycle()
    expect(cycle.recordNow()).toBe('clip-1')
    await settled()
    expect(take().fromMs).toBe(atMs(-5_000))
    await clock.advance(10_000)
    expect(told.cycles).toEqual([
      { phase: 'recording', startedAtMs: atMs(0) },
      { phase: 'idle', lastEndedAtMs: atMs(10_000) },
    ])
  })

  it('does not wait for the cooldown', async () => {
    const { clock, cycle, recorders } = startTestCycle()
    cycle.noteMotion()
    await clock.advance(11_000)
    cycle.noteMotion()
    expect(recorders.asked).toBe(1)
    cycle.recordNow()
    expect(recorders.asked).toBe(2)
  })

  it('is the one under way, which goes on as by motion', async () => {
    const { clock, cycle, recorders, told, atMs } = startTestCycle({ longestClipMs: 60_000 })
    cycle.noteMotion()
    await clock.advance(8_000)
    expect([cycle.recordNow(), recorders.asked]).toEqual(['clip-1', 1])
    await clock.advance(30_000)
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(18_000) })
  })

  it('says once that something moved in it, and of one by motion nothing (LIVE-98)', async () => {
    const { clock, cycle, log } = startTestCycle()
    cycle.recordNow()
    await clock.advance(12_000)
    cycle.recordNow()
    await clock.advance(3_000)
    cycle.noteMotion()
    await clock.advance(20_000)
    cycle.noteMotion()
    cycle.noteMotion()
    await clock.advance(20_000)
    const byHand = { isByHand: true as const }
    expect(log.clips).toMatchObject([
      { ...byHand, hasMoved: false },
      { ...byHand, hasMoved: true },
      { hasMoved: false },
    ])
    expect(log.clips[2]?.isByHand).toBeUndefined()
  })

  it('says so also of what moved before its first frame was there, or at its first try (LIVE-98)', async () => {
    const { clock, cycle, log, recorders, take } = startTestCycle()
    const moved = () => log.clips.map(({ isByHand, hasMoved }) => [isByHand, hasMoved])
    cycle.recordNow()
    cycle.noteMotion()
    await clock.advance(20_000)
    expect(moved()).toEqual([[true, true]])
    recorders.isBeginning = false
    cycle.recordNow()
    cycle.noteMotion()
    take().end('broke-off')
    await settled()
    expect(recorders.asked).toBe(3)
    take().begin(clock.monotonicMs())
    await clock.advance(20_000)
    expect(moved()).toEqual([
      [true, true],
      [true, true],
    ])
  })

  it('says so where nothing can be recorded', () => {
    const { cycle, recorders } = startTestCycle()
    recorders.isUnable = true
    expect(cycle.recordNow()).toBeNull()
  })

  it('is begun by the engine for the camera that it is asked of, and only where that watches', async () => {
    const { ports, clock } = await capturePorts()
    const told: EngineEvent[] = []
    const engine = new CameraEngine(specTimings, ports, (event) => told.push(event))
    engine.setCameras(
      new Map([
        ['front', watching],
        ['back', { ...motionOff, deviceId: 'device-2' }],
      ]),
    )
    await clock.advance(1_000)
    expect(['front', 'back', 'none'].map((cameraId) => engine.recordNow(cameraId))).toEqual([true, false, false])
    await clock.advance(100)
    expect(
      told.flatMap((event) => (event.kind === 'clip-begun' ? [[event.cameraId, event.clip.isByHand]] : [])),
    ).toEqual([['front', true]])
    engine.close()
    expect(engine.recordNow('front')).toBe(false)
  })
})
