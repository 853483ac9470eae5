import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { zipOf } from '../../src/lib/zip'
import { filesInZip } from '../../src/lib/zip-reading'
import { unzip } from '../server/support/zip'
import { seededRandom } from '../support/random'

const random = seededRandom(3)
const files = [
  { name: 'recording-1.webm', bytes: random.bytes(10_000) },
  { name: 'recording-1.proof.json', bytes: new TextEncoder().encode('{"größe": 1}') },
  { name: 'Tür.mp4', bytes: new Uint8Array() },
]
const zipped = async () => new Uint8Array(await zipOf(files, Date.parse('2026-03-10T12:00:10Z')).arrayBuffer())

/** All of a zip, read file by file. */
async function read(zip: Uint8Array<ArrayBuffer>) {
  const found = await filesInZip(new Blob([zip]))
  return found && Promise.all(found.map(async ({ name, read }) => ({ name, bytes: await read() })))
}
type Options = { readonly compress?: boolean; readonly forceZip64Format?: boolean }
/** As another program packs it. */
async function packed(options: Options): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  zip.addEmptyDirectory('clips')
  for (const { name, bytes } of files) zip.addBuffer(Buffer.from(bytes), `clips/${name}`, options)
  zip.end({ forceZip64Format: options.forceZip64Format === true, comment: 'A comment.' })
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return new Uint8Array(Buffer.concat(chunks))
}

describe('a zip (PROOF-14)', () => {
  test('is one that other programs read', async () => {
    const read = unzip(Buffer.from(await zipped()))
    expect([...read.keys()]).toEqual(files.map(({ name }) => name))
    for (const { name, bytes } of files) expect(Buffer.compare(read.get(name) ?? Buffer.of(1), bytes)).toBe(0)
  })

  test('gives back what was put in', async () => {
    expect(await read(await zipped())).toEqual(files)
  })

  test.each([
    ['another program packed it, folders left out', { compress: true }],
    ['it has the fields of zips beyond 4 GB and 65,534 files', { forceZip64Format: true }],
  ])('is read also where %s', async (_case, options) => {
    const found = await read(await packed(options))
    expect(found).toEqual(files.map(({ name, bytes }) => ({ name: `clips/${name}`, bytes })))
  })

  test('that is cut, or none, gives nothing', async () => {
    const zip = await zipped()
    const large = await packed({ forceZip64Format: true })
    const cut = [zip.slice(0, -30), zip.slice(100), large.slice(0, -40), new Uint8Array(), random.bytes(3000)]
    for (const bytes of cut) expect(await read(bytes)).toBeNull()
  })

  test('that is damaged gives nothing of the file that is, and the others', async () => {
    const changed = await zipped()
    changed[500] = (changed[500] ?? 0) ^ 1
    expect(await read(changed)).toEqual(files.map((file, at) => (at === 0 ? { ...file, bytes: null } : file)))
    const unpackable = await packed({ compress: true })
    unpackable.fill(0xff, 200, 400)
    expect((await read(unpackable))?.map(({ bytes }) => bytes === null)).toEqual([true, false, false])
  })

  test('of which a file would become larger than any recording gives nothing of that', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.alloc(129 * 1024 ** 2), 'recording-1.webm', { compress: true, compressionLevel: 1 })
    zip.addBuffer(Buffer.alloc(1024 ** 2), 'recording-2.webm', { compress: true })
    zip.end()
    const found = await read(new Uint8Array(await buffer(zip.outputStream)))
    expect(found?.map(({ bytes }) => bytes?.length)).toEqual([undefined, 1024 ** 2])
  })
})
