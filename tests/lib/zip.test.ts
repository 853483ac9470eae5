import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { filesInZip, zipOf } from '../../src/lib/zip'
import { unzip } from '../server/support/zip'
import { seededRandom } from '../support/random'

const random = seededRandom(3)
const files = [
  { name: 'recording-1.webm', bytes: random.bytes(10_000) },
  { name: 'recording-1.proof.json', bytes: new TextEncoder().encode('{"größe": 1}') },
  { name: 'Tür.mp4', bytes: new Uint8Array() },
]
const zipped = async () => new Uint8Array(await zipOf(files, Date.parse('2026-03-10T12:00:10Z')).arrayBuffer())

describe('a zip (PROOF-14)', () => {
  test('is one that other programs read', async () => {
    const read = unzip(Buffer.from(await zipped()))
    expect([...read.keys()]).toEqual(files.map(({ name }) => name))
    for (const { name, bytes } of files) expect(Buffer.compare(read.get(name) ?? Buffer.of(1), bytes)).toBe(0)
  })

  test('gives back what was put in', async () => {
    expect(await filesInZip(await zipped())).toEqual(files)
  })

  test('is read also where another program packed it, folders left out', async () => {
    const zip = new ZipFile()
    zip.addEmptyDirectory('clips')
    for (const { name, bytes } of files) zip.addBuffer(Buffer.from(bytes), `clips/${name}`, { compress: true })
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
    const read = await filesInZip(new Uint8Array(Buffer.concat(chunks)))
    expect(read?.map(({ name }) => name)).toEqual(files.map(({ name }) => `clips/${name}`))
    expect(read?.map(({ bytes }) => [...bytes])).toEqual(files.map(({ bytes }) => [...bytes]))
  })

  test('that is damaged, cut or none gives nothing', async () => {
    const zip = await zipped()
    const changed = Uint8Array.from(zip)
    changed[500] = (changed[500] ?? 0) ^ 1
    for (const bytes of [changed, zip.slice(0, -30), zip.slice(100), new Uint8Array(), random.bytes(3000)]) {
      expect(await filesInZip(bytes)).toBeNull()
    }
  })
})
