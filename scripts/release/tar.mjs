import { gzipSync } from 'node:zlib'
import { Failure } from '../command-line/failure.mjs'

/** @typedef {{ path: string, content: Buffer, isProgram?: boolean }} TarFile */

const BLOCK = 512
/** As npm has it: an archive of the same files is the same bytes, whenever it is made. */
const MADE_AT_SEC = Date.UTC(1985, 9, 26, 8, 15) / 1000

/**
 * A compressed archive (ustar), whose files lie in the order that they are given.
 * @param {readonly TarFile[]} files
 */
export function tarball(files) {
  const blocks = files.flatMap((file) => [
    headerOf(file),
    file.content,
    Buffer.alloc(-file.content.length & (BLOCK - 1)),
  ])
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

/** @param {TarFile} file */
function headerOf({ path, content, isProgram = false }) {
  const { name, prefix } = splitPath(path)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(isProgram ? 0o755 : 0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(content.length, 11), 124)
  header.write(octal(MADE_AT_SEC, 11), 136)
  // The sum is taken with spaces in its own place.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

/**
 * @param {number} value
 * @param {number} digits
 */
function octal(value, digits) {
  return value.toString(8).padStart(digits, '0')
}

/**
 * A name has 100 bytes, and 155 for the folders before it.
 * @param {string} path
 */
function splitPath(path) {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' }
  const cut = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)]
  if (cut <= 0 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(name) > 100)
    throw new Failure(`The path ${path} is too long for an archive.`)
  return { name, prefix }
}
