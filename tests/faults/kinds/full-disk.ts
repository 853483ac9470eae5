import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exchange } from '../hub/exchange'
import { Installation, type Settled } from '../hub/installation'
import { SmallDisk } from '../hub/small-disk'
import { ownRandom } from '../rounds'

const MB = 1024 ** 2
/** Small ones, so that the database meets the end of the disk as often as the files do. */
const SIZES = { leastBytes: 2_000, mostBytes: 200_000 }
const DISK_BYTES = 512 * MB
const MOST_FREE_BYTES = 0.6 * MB
const FULL_MS = 1_500
const ROOM_MS = 400

/** A hub whose database and recordings lie on a small disk each. */
export interface FullDisk {
  readonly installation: Installation
  readonly disks: { readonly database: SmallDisk; readonly recordings: SmallDisk }
}

export async function openFullDisk(dataDir: string): Promise<FullDisk> {
  const database = new SmallDisk(dataDir, DISK_BYTES)
  const recordings = new SmallDisk(join(dataDir, 'blobs'), DISK_BYTES)
  return { disks: { database, recordings }, installation: await Installation.open(dataDir) }
}

export async function closeFullDisk({ installation, disks }: FullDisk): Promise<void> {
  await installation.close()
  disks.recordings.remove()
  disks.database.remove()
}

export interface Filled extends Settled {
  readonly refusals: number
  /** How often it was the database that met the end of its disk. */
  readonly ofDatabase: number
}

/** Each disk is full for a while, under load. Nobody starts the hub again meanwhile. */
export async function fillDisks(setup: FullDisk, random: () => number): Promise<Filled> {
  const { installation, disks } = setup
  const { hub } = installation
  if (!hub.isRunning) await hub.start()
  const logStart = hub.output.length
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random) })
  const problems: string[] = []
  for (const [what, disk] of Object.entries(disks)) {
    const found = await fill(installation, disk, random)
    problems.push(...found.map((problem) => `while the disk of the ${what} was full: ${problem}`))
  }
  const { verdict, problems: others } = await installation.settle(uploaders)
  if (uploaders.refusals === 0) problems.push('no disk was full: nothing was refused')
  await hub.stop()
  problems.push(...others, ...(await installation.check()))
  const ofDatabase = hub.output.slice(logStart).match(/database or disk is full/g)?.length ?? 0
  return { verdict, problems, refusals: uploaders.refusals, ofDatabase }
}

/** The hub stays up, and what is there can be read, while nothing more can be written. */
async function fill({ hub, account }: Installation, disk: SmallDisk, random: () => number): Promise<string[]> {
  disk.fill(random() * MOST_FREE_BYTES)
  await delay(FULL_MS)
  const health = await exchange(`${hub.url}/healthz`, { method: 'GET' }).catch(() => null)
  const list = await account.ask('/videos').catch(() => null)
  disk.clear()
  await delay(ROOM_MS)
  return [
    ...(hub.isRunning ? [] : ['the hub ended']),
    ...(health?.status === 200 ? [] : [`/healthz answered ${health?.status}`]),
    ...(list?.status === 200 ? [] : [`the list was answered ${list?.status} ${list?.body.toString()}`]),
  ]
}
