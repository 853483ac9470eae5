import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { crc32 } from '../../src/lib/crc32'
import { filesInZip } from '../../src/lib/zip-reading'

interface Entry {
  readonly name: string
  /** Where the file's own header says another. */
  readonly ownName?: string
  readonly bytes: string
  readonly extra?: Buffer
  readonly comment?: Buffer
}
const honest = { name: 'honest.webm', bytes: 'what the camera recorded' }
const proof = { name: 'honest.proof.json', bytes: '{}' }
const forged = { name: 'honest.webm', bytes: 'forged!' }

function headOf(signature: number, { bytes, extra = Buffer.of() }: Entry, name: string, inDirectory: boolean): Buffer {
  const head = Buffer.alloc(inDirectory ? 46 : 30)
  const from = inDirectory ? 2 : 0
  head.writeUInt32LE(signature, 0)
  head.writeUInt32LE(crc32(Buffer.from(bytes)), 14 + from)
  head.writeUInt32LE(bytes.length, 18 + from)
  head.writeUInt32LE(bytes.length, 22 + from)
  head.writeUInt16LE(Buffer.byteLength(name), 26 + from)
  head.writeUInt16LE(extra.length, 28 + from)
  return head
}
function partsOf(entries: readonly Entry[], startAt = 0): readonly [files: Buffer, directory: Buffer] {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = startAt
  for (const entry of entries) {
    const { name, ownName = name, bytes, extra = Buffer.of(), comment = Buffer.of() } = entry
    const central = headOf(0x02014b50, entry, name, true)
    central.writeUInt16LE(comment.length, 32)
    central.writeUInt32LE(at, 42)
    directory.push(central, Buffer.from(name), extra, comment)
    const file = [headOf(0x04034b50, entry, ownName, false), Buffer.from(ownName), extra, Buffer.from(bytes)]
    files.push(...file)
    at += Buffer.concat(file).length
  }
  return [Buffer.concat(files), Buffer.concat(directory)]
}
function endOf(count: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(at, 16)
  return end
}
function zipOf(entries: readonly Entry[], count = entries.length): Buffer {
  const [files, directory] = partsOf(entries)
  return Buffer.concat([files, directory, endOf(count, directory.length, files.length)])
}
/** The large end of a directory and what leads to it, as programs find them right before the small one. */
function largeEndOf(count: number, bytes: number, at: number, endAt: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  for (const [field, value] of [
    [24, count],
    [32, count],
    [40, bytes],
    [48, at],
  ] as const) {
    end.writeBigUInt64LE(BigInt(value), field)
  }
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(endAt), 8)
  return Buffer.concat([end, locator])
}
/** Python writes a large end from 2 GB on, beside a small one that says the same. */
const largeZip = (gap = '', isSaidTwice = false) => {
  const [files, directory] = partsOf([honest, proof])
  const endAt = files.length + directory.length
  const large = largeEndOf(2, directory.length, files.length, endAt)
  const small = isSaidTwice ? endOf(2, directory.length, files.length) : endOf(0xffff, 0xffffffff, 0xffffffff)
  return Buffer.concat([files, directory, large.subarray(0, 56), Buffer.from(gap), large.subarray(56), small])
}

async function read(zip: Buffer) {
  const found = await filesInZip(new Blob([new Uint8Array(zip)]))
  return found && Promise.all(found.map(async ({ name, read }) => [name, (await read()) === null ? 'damaged' : 'read']))
}
const whole = [
  ['honest.webm', 'read'],
  ['honest.proof.json', 'read'],
]

test('zips that all programs read alike are read', async () => {
  expect(await read(zipOf([honest, proof]))).toEqual(whole)
  expect(await read(zipOf([honest, { ...proof, comment: Buffer.from('a comment') }]))).toEqual(whole)
  expect(await read(largeZip())).toEqual(whole)
  expect(await read(largeZip('', true))).toEqual(whole)
  expect(await read(zipOf([honest, { ...proof, extra: unicodeName(proof.name) }]))).toEqual(whole)
})

test('a name in a machine’s own letters stands beside the one that all know', async () => {
  const proved = { ...proof, name: 'Tür.proof.json' }
  const zip = zipOf([{ ...honest, name: 'T~r.webm', extra: unicodeName('Tür.webm') }, proved])
  // As another code page has it.
  for (let at = zip.indexOf('T~r'); at >= 0; at = zip.indexOf('T~r')) zip[at + 1] = 0x81
  expect(await read(zip)).toEqual([
    ['T\ufffdr.webm', 'read'],
    ['Tür.proof.json', 'read'],
  ])
})

function unicodeName(name: string): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + Buffer.byteLength(name), 2)
  return Buffer.concat([Buffer.from([1, 0, 1, 0, 0]), field, Buffer.from(name)])
}

/** Behind the one that the end names stands a directory of forged files, right before the end. */
function twoDirectories(): Buffer {
  const [files, directory] = partsOf([honest, proof])
  const [forgedFiles, forgedDirectory] = partsOf([forged, proof], files.length + directory.length)
  return Buffer.concat([files, directory, forgedFiles, forgedDirectory, endOf(2, directory.length, files.length)])
}
/** The comment of its last file holds another directory and a large end, by which some go although the small one says all. */
function hiddenLargeEnd(): Buffer {
  const [forgedFiles, forgedDirectory] = partsOf([forged, proof])
  const partsWith = (comment: Buffer) => partsOf([honest, { ...proof, comment }], forgedFiles.length)
  const [files, directory] = partsWith(Buffer.of())
  const at = forgedFiles.length + files.length
  const forgedAt = at + directory.length
  const end = largeEndOf(2, forgedDirectory.length, forgedAt, forgedAt + forgedDirectory.length)
  const [, commented] = partsWith(Buffer.concat([forgedDirectory, end]))
  return Buffer.concat([forgedFiles, files, commented, endOf(2, commented.length, at)])
}
/** All that is honest is the comment of a forged one to those who believe its length. */
function endInComment(): Buffer {
  const [forgedFiles, forgedDirectory] = partsOf([forged, proof])
  const first = endOf(2, forgedDirectory.length, forgedFiles.length)
  const startAt = forgedFiles.length + forgedDirectory.length + first.length
  const [files, directory] = partsOf([honest, proof], startAt)
  first.writeUInt16LE(files.length + directory.length + 22, 20)
  const last = endOf(2, directory.length, startAt + files.length)
  last.writeUInt16LE(1, 20)
  return Buffer.concat([forgedFiles, forgedDirectory, first, files, directory, last])
}

test.each([
  ['whose count hides its last file', zipOf([honest, proof, forged], 2)],
  ['with two directories', twoDirectories()],
  ['with a large end in a comment', hiddenLargeEnd()],
  ['whose large end does not stand where some look for it', largeZip('gap')],
  ['with a second end in its comment', endInComment()],
  ['of a name that ends early to some', zipOf([honest, proof, { ...forged, name: 'honest.webm\0.txt' }])],
  [
    'of a name that is another to some',
    zipOf([honest, proof, { ...forged, name: 'a.txt', extra: unicodeName('honest.webm') }]),
  ],
])('a zip %s, so that a forged film could be unpacked, counts as damaged (PROOF-17)', async (_, zip) => {
  expect(await read(zip)).toBeNull()
})

test('a file whose own header names another is damaged (PROOF-17)', async () => {
  const renamed = { ...forged, name: 'a.txt', ownName: 'honest.webm' }
  expect(await read(zipOf([honest, proof, renamed]))).toEqual([...whole, ['a.txt', 'damaged']])
})
