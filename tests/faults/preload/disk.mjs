/**
 * Loaded into a hub before anything else: the disk below its data folder fails as the file of NIGHTJAR_FAULTS_DISK
 * says. What was made to fail is noted beside it.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { failDisk } from './failing-disk.mjs'

const path = process.env['NIGHTJAR_FAULTS_DISK'] ?? ''

function orders() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

await failDisk({
  folder: resolve(process.env['DATA_DIR'] ?? 'data'),
  orders,
  note: (hit) => appendFileSync(`${path}.hits`, `${JSON.stringify(hit)}\n`),
})
