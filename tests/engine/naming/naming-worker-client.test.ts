import { describe, expect, it } from 'vitest'
import type {
  FromNamingWorker,
  LookFault,
  LookRequest,
  LookResult,
  PersonModel,
} from '../../../src/engine/naming/naming-protocol'
import { type NamingPhase, NamingWorkerClient } from '../../../src/engine/naming/naming-worker-client'
import { labelGroups } from '../../../src/lib/label'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { FakeNamingWorker } from '../../support/engine/fake-naming-worker'
import { manualClock } from '../../support/manual-clock'

const request: LookRequest = { moved: [], around: [null], jpegAbove: -1, jpegQuality: 0.7 }
const seen: LookResult = { found: [], jpeg: null, tookMs: 40, parts: 1 }
const model: PersonModel = { url: 'https://cam.example.org/m.onnx', inputSize: 640, classIndex: 0 }
const MINUTE_MS = 60_000

function start(findModel: () => Promise<PersonModel | null> = async () => null) {
  const clock = manualClock()
  const workers: FakeNamingWorker[] = []
  const troubles: string[] = []
  const phases: NamingPhase[] = []
  const startWorker = () => {
    const worker = new FakeNamingWorker()
    workers.push(worker)
    return worker.asWorker
  }
  const port = new NamingWorkerClient(
    startWorker,
    findModel,
    {
      onPhase: (phase) => phases.push(phase),
      onUnable: (message) => troubles.push(`unable: ${message}`),
      onModelFailed: (message) => troubles.push(`model: ${message}`),
    },
    clock,
  )
  const latest = () => workers.at(-1) ?? expect.fail('No worker runs.')
  return {
    clock,
    workers,
    troubles,
    phases,
    port,
    latest,
    /** Wakes it and lets its worker load. */
    async load(modelTrouble: string | null = null) {
      port.wake()
      await clock.advance(0)
      latest().sayReady(modelTrouble)
    },
    look: () => {
      const fake = fakeVideoFrame()
      let answer: LookResult | null | 'open' = 'open'
      void port.look(fake.frame, request).then((result) => {
        answer = result
      })
      return { fake, answer: () => answer }
    },
    answer: (tookMs = seen.tookMs) =>
      latest().say({ kind: 'looked', look: lookOf(latest()), seen: { ...seen, tookMs } }),
  }
}

function lookOf(worker: FakeNamingWorker): number {
  const message = worker.posted.at(-1)
  return message?.kind === 'look' ? message.look : expect.fail('No look is open.')
}

describe('the naming worker (PERSON-01)', () => {
  it('is started by the first wish to look, once, and not before', async () => {
    const { port, workers, clock, latest } = start()
    await clock.advance(MINUTE_MS)
    expect(workers.length).toBe(0)
    for (let i = 0; i < 5; i++) port.wake()
    await clock.advance(0)
    expect(latest().posted).toEqual([{ kind: 'load', model: null }])
    expect([workers.length, port.isReady]).toEqual([1, false])
    latest().sayReady()
    expect(port.isReady).toBe(true)
  })

  it('looks at one frame at a time, which is handed over', async () => {
    const { load, look, latest, port, answer, clock } = start()
    await load()
    const first = look()
    expect(latest().transferred).toEqual([first.fake.frame])
    expect(port.isReady).toBe(false)
    const second = look()
    await clock.advance(0)
    expect([second.answer(), second.fake.isClosed]).toEqual([null, true])
    answer()
    await clock.advance(0)
    expect([first.answer(), port.isReady]).toEqual([seen, true])
  })

  it('closes a frame that cannot be handed over, or that comes too early', async () => {
    const { load, look, latest, clock } = start()
    const early = look()
    await load()
    latest().isRefusingFrames = true
    const refused = look()
    await clock.advance(0)
    expect([early, refused].map(({ fake, answer }) => [fake.isClosed, answer()])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  it('ends after five minutes in which nobody wanted to look, and comes again', async () => {
    const { load, port, latest, clock, workers } = start()
    await load()
    await clock.advance(4 * MINUTE_MS)
    port.wake()
    await clock.advance(5 * MINUTE_MS - 1)
    expect(latest().isTerminated).toBe(false)
    await clock.advance(1)
    expect([latest().isTerminated, port.isReady]).toEqual([true, false])
    await load()
    expect([workers.length, port.isReady]).toEqual([2, true])
  })

  it('leaves the page what the runtime was compiled to, also while it rests (LABEL-15)', async () => {
    const { port, load, latest, clock } = start()
    await load()
    expect(port.isCompiled).toBe(false)
    latest().say({ kind: 'compiled', runtime: new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) })
    await clock.advance(5 * MINUTE_MS)
    expect([latest().isTerminated, port.isCompiled]).toEqual([true, true])
  })

  describe('rehearses (LABEL-18)', () => {
    const runtime = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
    const calm = async ({ port, clock }: ReturnType<typeof start>, seconds: number) => {
      for (let checks = 0; checks <= seconds; checks++) {
        port.noteCalm()
        await clock.advance(1_000)
      }
    }

    it('once, where nothing has moved for ten seconds, and is gone when the page holds the runtime', async () => {
      const started = start()
      const { port, workers, latest, phases } = started
      await calm(started, 8)
      expect(workers).toEqual([])
      await calm(started, 1)
      latest().sayReady(null)
      expect([workers.length, latest().isTerminated]).toEqual([1, false])
      latest().say({ kind: 'compiled', runtime })
      expect([latest().isTerminated, port.isCompiled, phases]).toEqual([true, true, ['loading', 'ready', 'idle']])
      await calm(started, 60)
      expect(workers).toHaveLength(1)
    })

    it('not where something moved in between, which loads it in earnest', async () => {
      const started = start()
      const { port, workers, latest } = started
      await calm(started, 8)
      port.wake()
      await calm(started, 60)
      latest().sayReady(null)
      latest().say({ kind: 'compiled', runtime })
      expect([workers.length, latest().isTerminated, port.isReady]).toEqual([1, false, true])
    })

    it('and stays where somebody comes meanwhile', async () => {
      const started = start()
      const { port, workers, latest } = started
      await calm(started, 10)
      port.wake()
      latest().sayReady(null)
      latest().say({ kind: 'compiled', runtime })
      expect([workers.length, latest().isTerminated, port.isReady]).toEqual([1, false, true])
    })

    it('never again where that failed: the first who comes tries anew', async () => {
      const started = start()
      const { port, workers, latest, clock } = started
      await calm(started, 10)
      latest().say({ kind: 'unable', message: 'No.' })
      await calm(started, 60)
      expect(workers).toHaveLength(1)
      port.wake()
      await clock.advance(0)
      expect(workers).toHaveLength(2)
    })
  })

  it('says whether it can name what moves: while it loads, once it is there, when it rests (LABEL-11)', async () => {
    const { phases, load, clock, latest, port } = start()
    await load()
    expect(phases).toEqual(['loading', 'ready'])
    await clock.advance(5 * MINUTE_MS)
    expect(phases.slice(2)).toEqual(['idle'])
    port.wake()
    await clock.advance(0)
    latest().say({ kind: 'unable', message: 'No.' })
    expect(phases.slice(3)).toEqual(['loading', 'unable'])
  })

  it('ends with the engine, and settles what is open', async () => {
    const { load, look, port, latest, clock, workers } = start()
    await load()
    const open = look()
    port.close()
    await clock.advance(0)
    expect([latest().isTerminated, open.answer()]).toEqual([true, null])
    port.wake()
    await clock.advance(0)
    expect(workers.length).toBe(1)
    expect(clock.pending()).toEqual([])
  })
})

const faults: readonly LookFault[] = ['frame', 'detector']

/** Its worker cannot do one look. */
async function failLook({ look, latest, clock }: ReturnType<typeof start>, fault: LookFault) {
  look()
  latest().say({ kind: 'not-looked', look: lookOf(latest()), fault, message: `No ${fault}.` })
  await clock.advance(0)
}

describe('a naming worker in trouble (PERSON-04)', () => {
  it('is told of once, and tried again at later wishes, ever more seldom', async () => {
    const { port, workers, latest, clock, troubles } = start()
    const startedAfterMs: number[] = []
    const startMs = clock.monotonicMs()
    for (let i = 0; i < 40 * 60; i++) {
      port.wake()
      await clock.advance(0)
      if (workers.length > startedAfterMs.length) {
        startedAfterMs.push(clock.monotonicMs() - startMs)
        latest().say({ kind: 'unable', message: 'There is no script.' })
      }
      await clock.advance(1_000)
    }
    const gapsSec = startedAfterMs.slice(1).map((atMs, i) => (atMs - (startedAfterMs[i] ?? 0)) / 1_000)
    expect(gapsSec.slice(0, 6)).toEqual([30, 60, 120, 240, 480, 600])
    expect(troubles).toEqual(['unable: There is no script.'])
    expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true)
  })

  it('that is lost does not speak for the next one', async () => {
    const { load, latest, clock, port } = start()
    await load()
    const first = latest()
    first.crash('It ran out of memory.')
    await clock.advance(30_000)
    port.wake()
    await clock.advance(0)
    // Sent before its end, and heard after it.
    const ready: FromNamingWorker = { kind: 'ready', groups: ['person'], modelTrouble: null }
    first.dispatchEvent(new MessageEvent('message', { data: ready }))
    expect(port.isReady).toBe(false)
    latest().sayReady()
    first.crash('And again.')
    expect([port.isReady, latest().isTerminated]).toEqual([true, false])
  })

  it('that hangs for 10 s is ended', async () => {
    const { load, look, latest, clock, port, troubles } = start()
    await load()
    const open = look()
    await clock.advance(9_999)
    expect(latest().isTerminated).toBe(false)
    await clock.advance(1)
    expect([latest().isTerminated, open.answer(), port.isReady]).toEqual([true, null, false])
    expect(troubles).toEqual(['unable: The person detector does not answer.'])
  })

  it.each([
    ['dies', (worker: FakeNamingWorker) => worker.crash('It died.'), 'It died.'],
    ['does not start', (worker: FakeNamingWorker) => worker.crash(), 'The naming worker did not start.'],
    [
      'cannot be read',
      (worker: FakeNamingWorker) => void worker.dispatchEvent(new Event('messageerror')),
      'A message of the naming worker could not be read.',
    ],
  ])('that %s leaves no look open', async (_what, hurt, message) => {
    const { load, look, latest, clock, troubles } = start()
    await load()
    const open = look()
    hurt(latest())
    await clock.advance(0)
    expect([open.answer(), troubles]).toEqual([null, [`unable: ${message}`]])
  })

  it('that does not load within two minutes is given up', async () => {
    const { port, latest, clock, troubles } = start()
    port.wake()
    await clock.advance(2 * MINUTE_MS)
    expect([latest().isTerminated, troubles]).toEqual([true, ['unable: The person detector did not load in time.']])
  })

  it.each(faults)('is not ended by one look that fails by the %s, but by three in a row', async (fault) => {
    const started = start()
    const { load, look, latest, clock } = started
    await load()
    const fail = () => failLook(started, fault)
    await fail()
    await fail()
    expect(latest().isTerminated).toBe(false)
    look()
    latest().say({ kind: 'looked', look: lookOf(latest()), seen })
    await clock.advance(0)
    await fail()
    await fail()
    expect(latest().isTerminated).toBe(false)
    await fail()
    expect(latest().isTerminated).toBe(true)
  })

  it('that has worked since is told of again', async () => {
    const { load, look, answer, latest, clock, troubles } = start()
    for (const message of ['One.', 'Two.']) {
      await load()
      look()
      answer()
      await clock.advance(0)
      latest().crash(message)
      await clock.advance(30_000)
    }
    expect(troubles).toEqual(['unable: One.', 'unable: Two.'])
  })
})

describe("the operator's model (PERSON-03)", () => {
  it('is asked for each time that a detector is loaded: its link is good for some minutes', async () => {
    let asked = 0
    const { load, clock, workers } = start(async () => ({ ...model, url: `${model.url}?${++asked}` }))
    await load()
    await clock.advance(5 * MINUTE_MS)
    await load()
    expect(workers.map(({ posted }) => posted[0])).toEqual([
      { kind: 'load', model: { ...model, url: `${model.url}?1` } },
      { kind: 'load', model: { ...model, url: `${model.url}?2` } },
    ])
  })

  it('that does not load is told of once, while the built-in detector serves', async () => {
    const { load, clock, port, troubles } = start(async () => model)
    for (let i = 0; i < 3; i++) {
      await load('It is no ONNX file.')
      expect(port.isReady).toBe(true)
      await clock.advance(5 * MINUTE_MS)
    }
    expect(troubles).toEqual(['model: It is no ONNX file.'])
  })

  it('is known to name people alone, also while it rests, until the built-in detector serves (LABEL-09)', async () => {
    const { port, clock, latest, load } = start(async () => model)
    const named = () => labelGroups.filter((group) => port.canName(group))
    expect(named()).toEqual(labelGroups)
    port.wake()
    await clock.advance(0)
    latest().sayReady(null, ['person'])
    expect(named()).toEqual(['person'])
    await clock.advance(5 * MINUTE_MS)
    expect(named()).toEqual(['person'])
    await load()
    expect(named()).toEqual(labelGroups)
  })

  it('that nobody can tell the place of leaves the built-in detector', async () => {
    const { port, clock, latest, troubles } = start(() => Promise.reject(new Error('The hub is away.')))
    port.wake()
    await clock.advance(0)
    expect(latest().posted).toEqual([{ kind: 'load', model: null }])
    expect(troubles).toEqual(['model: The hub is away.'])
  })

  it('that is too slow for this machine gives its place to the built-in detector, at once', async () => {
    const { load, look, clock, latest, troubles } = start(async () => model)
    await load()
    look()
    await clock.advance(10_000)
    await load()
    expect(latest().posted).toEqual([{ kind: 'load', model: null }])
    expect(troubles).toEqual(['model: The person detector does not answer.'])
  })

  it('that fails at three looks in a row does, too', async () => {
    const started = start(async () => model)
    const { load, latest, troubles } = started
    await load()
    for (let i = 0; i < 3; i++) await failLook(started, 'detector')
    await load()
    expect(latest().posted).toEqual([{ kind: 'load', model: null }])
    expect(troubles).toEqual(['model: No detector.'])
  })

  it.each([[['frame', 'frame', 'frame']], [['detector', 'frame', 'detector']]] as const)(
    'is not at fault where frames cannot be read, and is loaded again: %s',
    async (inRow) => {
      const started = start(async () => model)
      const { load, clock, workers, troubles } = started
      await load()
      for (const fault of inRow) await failLook(started, fault)
      await clock.advance(30_000)
      await load()
      expect(workers.map(({ posted }) => posted[0])).toEqual([
        { kind: 'load', model },
        { kind: 'load', model },
      ])
      expect(troubles).toEqual([`unable: No ${inRow[2]}.`])
    },
  )

  const models = (workers: readonly FakeNamingWorker[]) =>
    workers.map(({ posted: [first] }) => (first?.kind === 'load' ? first.model : expect.fail('Nothing was loaded.')))

  it.each([
    [
      'does not come in five minutes',
      (_worker: FakeNamingWorker) => undefined,
      'The person detector did not load in time.',
    ],
    ['breaks as it is loaded', (worker: FakeNamingWorker) => worker.crash('No memory.'), 'No memory.'],
  ])(
    'that %s leaves the built-in detector at once, is tried once more, and then no more',
    async (_what, hurt, message) => {
      const { load, port, clock, workers, troubles, latest } = start(async () => model)
      const failToLoad = async () => {
        port.wake()
        await clock.advance(0)
        hurt(latest())
        await clock.advance(5 * MINUTE_MS)
        expect(latest().isTerminated).toBe(true)
      }
      const serve = async () => {
        await load()
        expect(port.isReady).toBe(true)
        await clock.advance(5 * MINUTE_MS)
      }
      await failToLoad()
      await serve()
      await failToLoad()
      await serve()
      await serve()
      expect(models(workers)).toEqual([model, null, model, null, null])
      expect(troubles).toEqual([`model: ${message}`])
    },
  )

  it('has five minutes to come, where the built-in detector has two', async () => {
    const { port, clock, latest } = start(async () => model)
    port.wake()
    await clock.advance(5 * MINUTE_MS - 1)
    expect(latest().isTerminated).toBe(false)
    latest().sayReady()
    await clock.advance(MINUTE_MS)
    expect(port.isReady).toBe(true)
  })

  it('is not at fault where the built-in detector does not come either', async () => {
    const { port, clock, latest, workers, troubles } = start(async () => model)
    for (let i = 0; i < 3; i++) {
      port.wake()
      await clock.advance(0)
      latest().say({ kind: 'unable', message: 'The hub is away.' })
      await clock.advance(2 * MINUTE_MS)
    }
    expect(models(workers)).toEqual([model, model, model])
    expect(troubles).toEqual(['unable: The hub is away.'])
  })
  it.each([
    ['2.2 s or longer, all five, gives its place, too', [9_000, 2_500, 2_200, 3_000, 2_300], null],
    ['2.2 s or longer, but for one, stays', [9_000, 2_500, 2_100, 3_000, 2_300, 4_000], model],
  ])('whose looks take %s', async (_what, costsMs, next) => {
    const { load, look, answer, clock, workers, troubles } = start(async () => model)
    await load()
    for (const tookMs of costsMs) {
      const looked = look()
      answer(tookMs)
      await clock.advance(0)
      expect(looked.answer()).toMatchObject({ tookMs })
    }
    await clock.advance(5 * MINUTE_MS)
    await load()
    expect(models(workers)).toEqual([model, next])
    const trouble = 'model: A look takes 2.2 s at least on this machine; two must come within 2.2 s to make a name.'
    expect(troubles).toEqual(next === null ? [trouble] : [])
  })
})
