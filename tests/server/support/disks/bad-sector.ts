import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

/** As a disk answers that cannot read a sector. */
const failureOf = (code: string) => (syscall: string) =>
  Object.assign(new Error(`${code}: i/o error, ${syscall}`), { code, errno: -5 })

/**
 * Has a file fail after some of its bytes, or as it is opened, to whoever reads or copies it; null: the disk that copies are written to fails
 * instead. `code`: where something else than the disk is at fault. Returns what makes the disk well.
 */
export function withBadSector(name: string | null, readBytes: number | 'open', code = 'EIO'): () => void {
  const failure = failureOf(code)
  const right = { open: fs.open, copyFile: fs.copyFile }
  const isBad = (path: unknown) => name !== null && String(path).includes(name)
  fs.open = async (path, flags, mode) => {
    if (readBytes === 'open' && isBad(path)) throw failure('open')
    const handle = await right.open(path, flags, mode)
    if (!isBad(path) || readBytes === 'open') return handle
    const broken = async function* () {
      try {
        if (readBytes > 0) yield (await handle.read({ buffer: Buffer.alloc(readBytes) })).buffer
        // A stream that fails drops what nobody has taken yet.
        await setTimeout(20)
        throw failure('read')
      } finally {
        await handle.close()
      }
    }
    return Object.assign(handle, { createReadStream: () => Readable.from(broken(), { objectMode: false }) })
  }
  fs.copyFile = async (from, to, mode) => {
    if (isBad(from) || (name === null && String(to).endsWith('.webm'))) throw failure('copyfile')
    return right.copyFile(from, to, mode)
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, right)
    syncBuiltinESMExports()
  }
}
