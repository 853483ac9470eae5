import { describe, expect, it } from 'vitest'
import { checkFilm } from '../../../../server/recordings/facts/film-check'
import { clipFormatOf } from '../../../../server/storage/media-formats'
import { mp4Film, padded, webmFilm } from '../../../support/films'
import { madeClip } from '../../../support/made-clips'
import { seededRandom } from '../../../support/random'
import { recordingOf } from '../../../support/recordings'

/** A file of these bytes that counts what is read of it. */
function fileOf(bytes: Buffer) {
  const file = {
    sizeBytes: bytes.length,
    readBytes: 0,
    reads: 0,
    read: async (start: number, length: number) => {
      file.readBytes += length
      file.reads += 1
      if (start < 0 || length < 0 || length > 2 * 1024 ** 2) throw new Error(`read ${start}, ${length}`)
      return bytes.subarray(start, start + length)
    },
  }
  return file
}

async function verdictOf(bytes: Buffer): Promise<string> {
  const format = clipFormatOf({ head: bytes })
  return format === null ? 'neither' : checkFilm(fileOf(bytes), format)
}

const bytesOf = async (blob: Promise<Blob>) => Buffer.from(await (await blob).arrayBuffer())
const films = {
  'webm with an index': () => bytesOf(madeClip({ audio: 'opus' })),
  'webm as it is recorded': () => bytesOf(recordingOf({ frames: 40, hasAudio: true })),
  'mp4 with an index': () => bytesOf(madeClip({ container: 'mp4', video: 'vp9' })),
  'mp4 in fragments': () => bytesOf(recordingOf({ container: 'mp4', frames: 40 })),
}
const all = Object.entries(films)

describe('what is built like a film (FACT-01)', () => {
  it.each(all)('%s may play, and little of it is read to tell', async (_name, make) => {
    const film = padded(await make(), 3_000_000, 0)
    const file = fileOf(film)
    expect(await checkFilm(file, clipFormatOf({ head: film }) ?? 'webm')).toBe('may-play')
    expect(file.readBytes).toBeLessThan(20_000)
    expect(file.reads).toBeLessThan(4)
  })

  it('a recording whose end is missing may play from where its pictures begin', async () => {
    const webm = await films['webm as it is recorded']()
    const picturesAt = webm.indexOf(Buffer.from('1f43b675', 'hex'))
    const mp4 = await films['mp4 in fragments']()
    for (const [film, fromBytes] of [
      [webm, picturesAt + 20],
      [mp4, mp4.indexOf('mdat') + 20],
    ] as const)
      for (const share of [0, 0.5, 0.99]) {
        const cut = film.subarray(0, Math.round(fromBytes + share * (film.length - fromBytes)))
        expect(await verdictOf(cut)).toBe('may-play')
      }
    expect(await verdictOf(webm.subarray(0, picturesAt))).toBe('no-film')
    expect(await verdictOf(mp4.subarray(0, mp4.indexOf('moov') + 100))).toBe('no-film')
  })

  it('an mp4 whose index comes last may play, and without it none does', async () => {
    const index = mp4Film.subarray(mp4Film.indexOf('moov') - 4, mp4Film.indexOf('mdat') - 4)
    const pictures = mp4Film.subarray(mp4Film.indexOf('mdat') - 4)
    const head = mp4Film.subarray(0, mp4Film.indexOf('moov') - 4)
    expect(await verdictOf(Buffer.concat([head, pictures, index]))).toBe('may-play')
    expect(await verdictOf(Buffer.concat([head, pictures]))).toBe('no-film')
    expect(await verdictOf(Buffer.concat([head, index]))).toBe('no-film')
  })

  const sound = webmFilm({ hasSound: true })
  it.each([
    ['the first four bytes of a webm', Buffer.from('1a45dfa3', 'hex')],
    ['those, and others', padded(Buffer.from('1a45dfa3', 'hex'), 2_000, 7)],
    ['those, and zeros', padded(Buffer.from('1a45dfa3', 'hex'), 2_000, 0)],
    ['the beginning of an mp4, and others', Buffer.concat([mp4Film.subarray(0, 24), Buffer.alloc(500, 9)])],
    ['an EBML file of another type', Buffer.from(webmFilm().toString('latin1').replace('webm', 'mine'), 'latin1')],
    ['a webm of sound alone', withoutPicture(sound)],
    ['an mp4 of sound alone', Buffer.from(mp4Film.toString('latin1').replace('vide', 'soun'), 'latin1')],
  ])('%s is no film', async (_name, bytes) => {
    expect(await verdictOf(bytes)).toBe('no-film')
  })

  it.each(all)('%s, cut anywhere and with any bits flipped, is judged in a few reads', async (_name, make) => {
    const film = await make()
    const random = seededRandom(7)
    for (let round = 0; round < 400; round++) {
      const bytes = Buffer.from(film.subarray(0, random.between(1, film.length)))
      // Where it says what it is: most of its other bytes are pictures.
      for (let flip = 0; flip < round % 5; flip++) {
        const at = random.between(0, Math.min(bytes.length, 600) - 1)
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.between(0, 7)), at)
      }
      const file = fileOf(bytes)
      expect(['may-play', 'no-film']).toContain(await checkFilm(file, round % 2 === 0 ? 'webm' : 'mp4'))
      expect(file.reads).toBeLessThan(200)
    }
  })
})

/** Its track of pictures becomes one of some other kind. */
function withoutPicture(film: Buffer): Buffer {
  const bytes = Buffer.from(film)
  // The first TrackType, with its size in eight bytes.
  bytes.writeUInt8(0x11, bytes.indexOf(Buffer.from('830100000000000001', 'hex')) + 9)
  return bytes
}
