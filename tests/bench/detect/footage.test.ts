import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Complaint } from '../../../bench/complaint'
import { fitted } from '../../../bench/detect/decode'
import { findFootage } from '../../../bench/detect/footage'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-footage-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function addVideo(name: string, labels?: string): Promise<void> {
  await writeFile(join(folder, `${name}.mp4`), '')
  if (labels !== undefined) await writeFile(join(folder, `${name}.json`), labels)
}

describe('a folder of footage (BENCH-04)', () => {
  it('gives its labelled videos by base name and lists those without labels', async () => {
    await addVideo('yard.night', '{"source": "us", "motion": [{"start": 1, "end": 2, "kind": "person"}]}')
    await addVideo('attic')
    await writeFile(join(folder, 'notes.txt'), '')
    const { videos, skipped } = await findFootage(folder)
    expect(videos).toEqual([
      {
        name: 'yard.night',
        file: join(folder, 'yard.night.mp4'),
        truth: { motion: [{ start: 1, end: 2, kind: 'person' }], ignore: [] },
      },
    ])
    expect(skipped).toEqual(['attic.mp4'])
  })

  it('gives only the videos that are named, and complains about one that is not there', async () => {
    for (const name of ['yard', 'attic', 'hall']) await addVideo(name, '{"motion": []}')
    const { videos } = await findFootage(folder, ['hall', 'yard'])
    expect(videos.map(({ name }) => name)).toEqual(['hall', 'yard'])
    await expect(findFootage(folder, ['hall', 'cellar'])).rejects.toThrow(/no video cellar; it has attic, hall, yard/)
  })

  it.each([
    ['no JSON', '{"motion": [', /yard\.json is no JSON/],
    ['no intervals', '{}', /motion/],
    ['an unknown kind', '{"motion": [{"start": 1, "end": 2, "kind": "ghost"}]}', /motion\.0\.kind/],
    ['an interval that ends before it starts', '{"motion": [{"start": 3, "end": 2, "kind": "other"}]}', /after start/],
    ['a span of one number', '{"motion": [], "ignore": [[4]]}', /ignore\.0/],
  ])('complains of labels with %s, naming the file', async (_, labels, reason) => {
    await addVideo('yard', labels)
    await expect(findFootage(folder)).rejects.toThrow(Complaint)
    await expect(findFootage(folder)).rejects.toThrow(reason)
    await expect(findFootage(folder)).rejects.toThrow('yard.json')
  })

  it('complains when it is not there', async () => {
    await expect(findFootage(join(folder, 'nowhere'))).rejects.toThrow(/no folder .*nowhere/)
  })
})

describe('the size of frames', () => {
  it.each([
    [768, 432, 768, 432],
    [1920, 1080, 1280, 720],
    [1440, 1080, 960, 720],
    [320, 1000, 230, 720],
  ])('of %i x %i is %i x %i', (width, height, fitWidth, fitHeight) => {
    expect(fitted({ width, height })).toEqual({ width: fitWidth, height: fitHeight })
  })
})
