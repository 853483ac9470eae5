import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keeps bytes as a file so that no loss of power takes it, as any program must: written, synced, moved to its name, the
 * folder synced. What the hub takes beyond this for a clip is its own.
 */
export async function keepFile(folder: string, bytes: Buffer): Promise<string> {
  const file = join(folder, randomUUID())
  const written = await open(`${file}.part`, 'wx', 0o600)
  try {
    await written.write(bytes)
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(`${file}.part`, file)
  const names = await open(folder, 'r')
  try {
    await names.sync()
  } finally {
    await names.close()
  }
  return file
}

/** Such a file again, outside of what is timed. */
export async function forgetFile(file: string): Promise<void> {
  await rm(file, { force: true })
}
