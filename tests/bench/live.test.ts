import { describe, expect, it } from 'vitest'
import { Complaint } from '../../bench/complaint'
import {
  cameraBars,
  cameraRows,
  idleBar,
  idleCost,
  lostClips,
  type OwnWork,
  shortenedClips,
  together,
} from '../../bench/live/camera-figures'
import { framesPerSecondOf, type LiveCase, latenciesOf, liveBars, liveRows } from '../../bench/live/live-figures'
import { readOptions, usage } from '../../bench/live/options'
import { openBarLine } from '../../bench/report'
import { counterBits } from '../../scripts/footage/counter.mjs'
import { renderFrames } from '../../scripts/footage.mjs'

describe('the options of bench:live', () => {
  it('are twenty seconds of each case, a minute of a crowd', () => {
    expect(readOptions([])).toEqual({
      seconds: 20,
      openings: 10,
      isOfCamera: false,
      clips: 3,
      pairs: 10,
      crowd: null,
      jsonFile: null,
    })
    expect(readOptions(['--', '--crowd', '50', '--json', 'x'])).toMatchObject({ crowd: 50, seconds: 60, jsonFile: 'x' })
  })

  it.each([
    [['--help'], "Unknown option '--help'"],
    [['--seconds', '1'], '--seconds takes whole numbers from 2 to 600; “1” is none.'],
    [['--crowd', 'many'], '--crowd takes whole numbers from 5 to 1000; “many” is none.'],
    // Of so few nobody would be deaf, or everybody.
    [['--crowd', '2'], '--crowd takes whole numbers from 5 to 1000; “2” is none.'],
  ])('that it does not know are a complaint with all that it does: %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(Complaint)
    expect(() => readOptions(args)).toThrow(sentence)
    expect(() => readOptions(args)).toThrow(usage)
  })
})

const seen = (...frames: (readonly [number, number])[]) => frames.map(([number, atMs]) => ({ number, atMs }))

const oneViewer: LiveCase = {
  way: 'relay',
  viewers: 1,
  firstFramesMs: [100, 1_700],
  latenciesMs: [100, 300],
  unmatched: 0,
  framesPerSecond: 14.5,
  cameraPercent: 30,
  hubPercent: 2,
}

describe('what a viewer of a live picture sees, and when', () => {
  it('counts the delay of a frame from when the camera last gave one of that number', () => {
    const given = seen([298, 0], [299, 66], [0, 133], [1, 200], [0, 20_133], [1, 20_200])
    expect(latenciesOf(given, seen([299, 166], [0, 20_233], [1, 20_350]))).toEqual({
      latenciesMs: [100, 100, 150],
      unmatched: 0,
    })
  })

  it('counts what the camera was not seen to give, before it showed or at all, by itself', () => {
    const shown = seen([4, 150], [5, 90], [5, 6_000], [5, 130])
    expect(latenciesOf(seen([5, 100]), shown)).toEqual({ latenciesMs: [30], unmatched: 3 })
  })

  it('counts frames a second from the first to the last', () => {
    expect(framesPerSecondOf(seen([1, 1_000], [2, 1_100], [3, 1_200]))).toBe(10)
    expect(framesPerSecondOf(seen([1, 1_000]))).toBe(0)
  })

  it('tells what was measured alone, and says which bar is missed', () => {
    const rows = liveRows([{ ...oneViewer, viewers: 4, firstFramesMs: [] }], 12)
    expect(rows.map(({ metric }) => metric)).not.toContain('first-frame')
    expect(rows[0]).toMatchObject({ case: 'viewers-0', metric: 'cpu-camera', value: 12 })
    expect(liveBars([oneViewer]).map((bar) => 'most' in bar && bar.value <= bar.most)).toEqual([false, true, true])
    const hidden = liveBars([{ ...oneViewer, unmatched: 1 }]).at(-1)
    expect(hidden).toMatchObject({ value: expect.closeTo(33.3, 1), most: 3 })
  })

  it('has its number drawn into each frame', () => {
    const [width, height] = [320, 180]
    const numbers = Array.from(
      renderFrames({ width, height, fps: 10, seconds: 2, scenario: 'still', isCounted: true }),
      (frame) => {
        const side = height / 9
        let number = 0
        for (let bit = 0; bit < counterBits; bit++) {
          if ((frame[Math.floor(side / 2) * width + Math.floor((bit + 0.5) * side)] ?? 0) > 128) number |= 1 << bit
        }
        return number
      },
    )
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })
})

describe('what viewers take from the camera itself (BENCH-12)', () => {
  const alone: OwnWork = { way: 'none', droppedChecks: 0, clipsMs: [15_000, 15_000, 15_000] }
  const watched: OwnWork = { way: 'webrtc', droppedChecks: 2, clipsMs: [15_300, 14_000] }

  it('are the clips that are missing, and those that are shorter by more than two checks', () => {
    expect([lostClips(alone, watched), shortenedClips(alone, watched)]).toEqual([1, 1])
    expect([lostClips(alone, alone), shortenedClips(alone, { ...watched, clipsMs: [14_400] })]).toEqual([0, 0])
  })

  it('costs nothing where live view on takes what live view off does, whatever else the machine did', () => {
    const pairs = [3, 4, 5, 3, 40, 3].map((percent) => ({ offPercent: percent, onPercent: percent + 0.1 }))
    const { value, low, high } = idleCost([...pairs, { offPercent: 3, onPercent: 20 }])
    expect(
      [value, low <= value, value <= high].map((told) => (typeof told === 'number' ? told.toFixed(1) : told)),
    ).toEqual(['0.1', true, true])
  })

  it('is told in rows with its interval, and against the bars', () => {
    const pairs = [{ offPercent: 3, onPercent: 3.1 }]
    const rows = cameraRows(together([alone, watched]), pairs)
    expect(rows.find(({ metric }) => metric === 'cpu-more-high')).toMatchObject({ name: 'none', case: 'viewers-0' })
    expect(rows.find(({ metric }) => metric === 'checks-dropped')).toMatchObject({ value: 0 })
    expect(rows.find(({ name, metric }) => name === 'webrtc' && metric === 'clips-lost')).toMatchObject({ value: 1 })
    const isMet = (works: OwnWork[]) => cameraBars(together(works)).map((bar) => 'most' in bar && bar.value <= bar.most)
    expect(isMet([alone, watched])).toEqual([false, false, false])
    // A machine that stalls does so without viewers too.
    expect(isMet([{ ...alone, droppedChecks: 2 }, watched])).toEqual([true, false, false])
  })

  it('is measured in turns, and counted together', () => {
    const rounds: OwnWork[] = [alone, watched, { ...alone, droppedChecks: 3 }, { ...watched, clipsMs: [14_900] }]
    expect(together(rounds)).toEqual([
      {
        way: 'none',
        droppedChecks: 3,
        clipsMs: [...alone.clipsMs, ...alone.clipsMs],
        clipsLost: 0,
        clipsShortened: 0,
      },
      {
        way: 'webrtc',
        droppedChecks: 4,
        clipsMs: [15_300, 14_000, 14_900],
        clipsLost: 3,
        clipsShortened: 1,
      },
    ])
  })

  it('misses the clip that is lost in one round, whatever another gave too many', () => {
    const one = { ...alone, clipsMs: [15_000] }
    const rounds: OwnWork[] = [one, { ...watched, clipsMs: [15_000, 15_000] }, one, { ...watched, clipsMs: [] }]
    expect(together(rounds)[1]).toMatchObject({ clipsLost: 1, clipsShortened: 0 })
  })

  it('is not decided where a round has no clip that nobody watched', () => {
    const works = together([alone, watched, { ...alone, clipsMs: [] }, { ...watched, clipsMs: [] }])
    const ofClips = cameraBars(works).map(openBarLine).slice(1)
    expect(ofClips).toEqual([
      'bar: webrtc: clips lost: not decided, there was none',
      'bar: webrtc: clips shortened: not decided, there was none',
    ])
    expect(cameraRows(works, []).map(({ metric }) => metric)).not.toContain('clips-lost')
  })

  it('is decided for a camera that nobody looks through only where the interval is on one side of the bar', () => {
    const costing = (...more: number[]) => idleBar(more.map((percent) => ({ offPercent: 3, onPercent: 3 + percent })))
    const isMet = (bar: ReturnType<typeof idleBar>) => bar && 'most' in bar && bar.value <= bar.most
    expect(isMet(costing(0.1, 0.1, 0.15))).toBe(true)
    expect(isMet(costing(0.5, 0.5, 0.6))).toBe(false)
    expect(costing(-1, 0, 1, 2)).toBeNull()
  })
})
