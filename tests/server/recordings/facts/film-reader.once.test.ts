import { afterEach, describe, expect, it } from 'vitest'
import { FilmReader, filmLimits, type Outcome, type StoredFilm } from '../../../../server/recordings/facts/film-reader'
import { webmFilm } from '../../../support/films'
import { madeClip } from '../../../support/made-clips'
import { seededRandom } from '../../../support/random'
import { recordingOf } from '../../../support/recordings'
import { mp4 } from '../../support/forms'

const readers: FilmReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function readerOf(...given: ConstructorParameters<typeof FilmReader>): FilmReader {
  const reader = new FilmReader(...given)
  readers.push(reader)
  return reader
}

interface CountedFilm extends StoredFilm {
  readBytes: number
}

function filmOf(bytes: Buffer): CountedFilm {
  const film = {
    sizeBytes: bytes.length,
    readBytes: 0,
    bytes: async (start: number, end: number) => {
      film.readBytes += end - start
      return new Uint8Array(bytes.subarray(start, end))
    },
  }
  return film
}

const bytesOf = async (blob: Promise<Blob>) => Buffer.from(await (await blob).arrayBuffer())
const films = {
  'webm with an index': () => bytesOf(madeClip({ audio: 'opus', durationSec: 3 })),
  'webm as it is recorded': () => bytesOf(recordingOf({ frames: 45, hasAudio: true })),
  'mp4 with an index': () => bytesOf(madeClip({ container: 'mp4', video: 'vp9', durationSec: 3 })),
  'mp4 in fragments': () => bytesOf(recordingOf({ container: 'mp4', frames: 45 })),
}
const all = Object.entries(films)
/** The last frame of a recording that nobody closed has no length. */
const factsOf: Record<string, object> = {
  'webm with an index': { durationMs: 3_000, width: 64, height: 48, codec: 'vp8', hasSound: true },
  'webm as it is recorded': { durationMs: 2_980, width: 64, height: 64, codec: 'vp8', hasSound: true },
  'mp4 with an index': { durationMs: 3_000, width: 64, height: 48, codec: 'vp9', hasSound: false },
  'mp4 in fragments': { durationMs: 3_000, width: 64, height: 64, codec: 'avc', hasSound: false },
}

describe('facts of a film (FACT-03)', () => {
  it.each(all)('%s: length, size, codec, sound and keyframe are read', async (name, make) => {
    const reading = await readerOf().read(filmOf(await make()))
    expect(reading).toEqual({ kind: 'film', facts: { ...factsOf[name], startsOnKeyframe: true } })
  })

  it('is told of what is made by hand too', async () => {
    const reader = readerOf()
    const made = { durationMs: 61_000, width: 1280, height: 720, hasSound: true, startsOnKeyframe: false }
    expect(await reader.read(filmOf(webmFilm(made)))).toEqual({ kind: 'film', facts: { ...made, codec: 'vp8' } })
    const unknown = await reader.read(filmOf(webmFilm({ codecId: 'V_UNKNOWN' })))
    expect(unknown).toMatchObject({ kind: 'film', facts: { codec: null, durationMs: 1_000 } })
  })

  it('needs a part of a long clip with an index, and no more (FACT-05)', async () => {
    const film = filmOf(mp4(20_000_000))
    expect(await readerOf().read(film)).toMatchObject({ kind: 'film' })
    expect(film.readBytes).toBeLessThan(1_000_000)
  })

  it.each([
    ['that ends before its first picture', webmFilm().subarray(0, 185)],
    ['of zeros', Buffer.alloc(5_000)],
    ['whose size is 0 x 0', webmFilm({ width: 0, height: 0 })],
  ])('a file %s cannot be played (FACT-04)', async (_name, bytes) => {
    expect(await readerOf().read(filmOf(bytes))).toMatchObject({ kind: 'unplayable', reason: expect.any(String) })
  })

  it.each(['webm', 'mp4'] as const)(
    'a %s that a power cut ended is as long as what is left of it',
    async (container) => {
      const whole = Buffer.from(await (await recordingOf({ container, frames: 120 })).arrayBuffer())
      const reader = readerOf()
      for (const share of [0.8, 0.9]) {
        const reading = await reader.read(filmOf(whole.subarray(0, Math.round(share * whole.length))))
        expect(reading).toMatchObject({ kind: 'film', facts: { startsOnKeyframe: true } })
        const durationMs = reading.kind === 'film' ? reading.facts.durationMs : 0
        expect(durationMs).toBeGreaterThan(3_000)
        expect(durationMs).toBeLessThanOrEqual(8_000)
      }
    },
  )

  it.each(all.filter(([name]) => name.startsWith('webm')))(
    'a %s whose end is zeros since a power cut is as long as what is left of it',
    async (_name, make) => {
      const film = await make()
      const reading = await readerOf({ ...filmLimits, silenceMs: 3_000 }).read(
        filmOf(film.fill(0, Math.round(film.length * 0.8))),
      )
      expect(reading).toMatchObject({ kind: 'film', facts: { startsOnKeyframe: true } })
      expect(reading.kind === 'film' && reading.facts.durationMs).toBeLessThanOrEqual(3_000)
    },
  )
})

/** A film, and what a reader says of the whole one. */
async function expectReaderWorks(reader: FilmReader): Promise<void> {
  expect(await reader.read(filmOf(webmFilm()))).toMatchObject({ kind: 'film', facts: { durationMs: 1_000 } })
}

describe('a hostile film (FACT-05)', () => {
  it.each(all)(
    '%s, cut anywhere or with any bits flipped, harms nobody: what hangs or swells is ended',
    async (...row) => {
      const film = await row[1]()
      const random = seededRandom(11)
      const reader = readerOf({ ...filmLimits, silenceMs: 3_000 })
      const kinds: Outcome['kind'][] = []
      for (let round = 0; round < 150; round++) {
        const isCut = round % 3 === 0
        const bytes = Buffer.from(isCut ? film.subarray(0, random.between(1, film.length)) : film)
        for (let flip = 0; flip < (isCut ? 0 : 1 + (round % 7)); flip++) {
          const at = random.between(0, (round % 2 === 0 ? Math.min(bytes.length, 800) : bytes.length) - 1)
          bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.between(0, 7)), at)
        }
        const reading = await reader.read(filmOf(bytes))
        kinds.push(reading.kind)
        if (reading.kind === 'film') expect(reading.facts.durationMs).toBeLessThanOrEqual(24 * 3_600_000)
      }
      expect(kinds).toContain('film')
      expect(kinds).toContain('unplayable')
      // The library itself hangs, or fills its memory, on a few of these.
      expect(kinds.filter((kind) => kind === 'broke').length).toBeLessThan(5)
      await expectReaderWorks(reader)
    },
  )

  const worker = (body: string) =>
    `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', (message) => { ${body} })`

  it.each([
    ['hangs', 'for (;;) {}', /^it said nothing for 300 ms/],
    ['waits for ever', '', /^it said nothing for 300 ms/],
    ['fills its memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(message))', /memory/i],
    ['throws', "throw new Error('oh')", /oh/],
    ['ends', 'process.exit(3)', /^it ended/],
    ['says something else', "parentPort.postMessage({ kind: 'film', facts: { durationMs: 'long' } })", /never says/],
    ['reads again and again', "parentPort.postMessage({ kind: 'want', start: 0, end: 100 })", /^it read more than/],
    ['reads past the end', "parentPort.postMessage({ kind: 'want', start: 0, end: 1e9 })", /not there/],
  ])('a thread that %s is ended', async (_name, body, reason) => {
    const isSilent = String(reason).includes('nothing')
    const limits = { silenceMs: isSilent ? 300 : 15_000, readBytes: 10_000, heapMb: 24, idleMs: 1_000 }
    const reader = readerOf(limits, worker(body))
    const outcome = await reader.read(filmOf(webmFilm()))
    expect(outcome).toEqual({ kind: 'broke', reason: expect.stringMatching(reason) })
  })

  it('is begun anew after one that was ended, and films wait for each other', async () => {
    // Of what is one byte long it dies.
    const sides = `import { threadId } from 'node:worker_threads'\n`
    const text = `${sides}${worker(
      "if (message.sizeBytes === 1) process.exit(); parentPort.postMessage({ kind: 'unplayable', reason: String(threadId) })",
    )}`
    const reader = readerOf(filmLimits, text)
    const [one, bad, next, last] = await Promise.all(
      [2, 1, 2, 2].map((sizeBytes) => reader.read({ ...filmOf(Buffer.alloc(0)), sizeBytes })),
    )
    expect([one?.kind, bad?.kind, next?.kind]).toEqual(['unplayable', 'broke', 'unplayable'])
    expect(next).toEqual(last)
    expect(next).not.toEqual(one)
  })

  it('a store that fails is no fault of the film', async () => {
    const reader = readerOf()
    const film = { sizeBytes: 1_000, bytes: () => Promise.reject(new Error('the store is away')) }
    await expect(reader.read(film)).rejects.toThrow('the store is away')
    await expectReaderWorks(reader)
  })

  it('a hub that stops waits for no film', async () => {
    const reader = readerOf({ ...filmLimits, silenceMs: 60_000 }, worker('for (;;) {}'))
    const reading = reader.read(filmOf(webmFilm()))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await reader.close()
    expect(await reading).toEqual({ kind: 'stopped' })
    expect(await reader.read(filmOf(webmFilm()))).toEqual({ kind: 'stopped' })
  })
})
