import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FilmReader } from '../../../../server/recordings/facts/film-reader'
import { storedFilm } from '../../../../server/recordings/facts/stored-film'
import type { BlobStore } from '../../../../server/storage/blobs'
import { openFileBlobs } from '../../../../server/storage/file-blobs'
import { openS3Blobs } from '../../../../server/storage/s3/s3-blobs'
import { mp4 } from '../../support/forms'
import { startS3, type TestS3 } from '../../support/s3/s3'

const films = new FilmReader()
const key = 'workspace/clips/film.mp4'
let s3: TestS3
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-films-'))
  s3 = await startS3()
})
afterAll(async () => {
  await films.close()
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const stores: Record<string, () => Promise<BlobStore>> = {
  'a folder': () => openFileBlobs(dataDir),
  'a bucket': () => openS3Blobs(s3.config, dataDir, { warn: () => undefined }),
}

it.each(Object.entries(stores))('a film in %s is read in ranges, and never whole (FACT-05)', async (_name, open) => {
  const store = await open()
  const staged = await store.stage([mp4(3_000_000)])
  await staged.commit(key, 'durable')
  const film = await storedFilm(store, key)
  if (film === null) return expect.unreachable()
  const ranges: number[] = []
  const bytes = (start: number, end: number) => {
    ranges.push(end - start)
    return film.bytes(start, end)
  }
  expect(await films.read({ ...film, bytes })).toMatchObject({ kind: 'film', facts: { width: 64, height: 48 } })
  expect(ranges.reduce((sum, range) => sum + range, 0)).toBeLessThan(600_000)
  await store.remove(key)
  await expect(film.bytes(0, 10)).rejects.toThrow('has gone')
  expect(await storedFilm(store, key)).toBe(null)
})
