/** Loaded into a hub before anything else: it believes that its files are synced, and none is. */
import fs from 'node:fs/promises'

const handle = await fs.open(process.execPath, 'r')
const prototype = Object.getPrototypeOf(handle)
await handle.close()
prototype.sync = async () => undefined
prototype.datasync = async () => undefined
