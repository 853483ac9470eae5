import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Complaint } from '../../complaint'
import { addCamera, type BenchCamera, signIn } from '../../hub/accounts'
import { HubProcess, START_SETTLE_MS } from '../../hub/hub-process'
import { aligned, barLine, thisMachine, writeReport } from '../../report'
import { type Crowd, crowdBars, crowdRows, crowdTable, deafOf, memoryBar } from './crowd-figures'
import { LookingTab, SendingTab } from './crowd-tabs'
import { unsentBytes } from './unsent'

/** Of those who have just come. */
const SETTLE_MS = 5_000
const FIRST_PICTURE_LIMIT_MS = 15_000
const SAMPLE_MS = 500
/** What the system holds for those who do not read, some 4 MB each, grows no more after so long without a byte. */
const FULL_MS = 5_000
const FULL_LIMIT_MS = 300_000
/** Less is what is on its way to those who read. */
const GROWN_BYTES = 64 * 1024

export interface CrowdOptions {
  readonly viewers: number
  readonly seconds: number
  readonly jsonFile: string | null
}

/** Many look through one camera by one hub; no browser takes part, so that the hub has the machine. */
export async function benchCrowd(options: CrowdOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-bench-'))
  try {
    const hub = await HubProcess.start(folder, null)
    try {
      const account = await signIn(hub, 'crowd@example.org')
      const crowd = await measure(hub, await addCamera(hub, account, 'Yard'), options)
      console.log(`${aligned(crowdTable(crowd))}\n`)
      const memory = memoryBar(crowd)
      console.log(
        memory === null ? "bar: memory of the hub: not decided, as its start's was not over" : barLine(memory),
      )
      for (const bar of crowdBars(crowd)) console.log(barLine(bar))
      if (options.jsonFile !== null) {
        writeReport(options.jsonFile, thisMachine(), crowdRows(crowd))
        console.log(`\nThe figures are in ${options.jsonFile}.`)
      }
    } finally {
      await hub.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measure(hub: HubProcess, camera: BenchCamera, { viewers, seconds }: CrowdOptions): Promise<Crowd> {
  await delay(START_SETTLE_MS)
  const restMb = hub.memoryMb().now
  const sender = await SendingTab.open(hub.port, camera)
  const looking: LookingTab[] = []
  const join = async () => {
    const tab = await LookingTab.open(hub.port, camera, camera.cameraId)
    looking.push(tab)
    await firstPicture(tab)
  }
  try {
    await join()
    await delay(SETTLE_MS)
    const one = await watched(sender, seconds / 3, async () => undefined)
    while (looking.length < viewers) await join()
    const deaf = looking.slice(looking.length - deafOf(viewers))
    for (const tab of deaf) tab.turnDeaf()
    await full(hub)
    const fullAtMs = Date.now()
    const readers = looking.filter((tab) => !deaf.includes(tab))
    const before = readers.map(({ pictures }) => pictures)
    const cpuBeforeMs = hub.cpuMs()
    let mostMb = 0
    const all = await watched(sender, seconds, async () => {
      mostMb = Math.max(mostMb, hub.memoryMb().now)
    })
    const hubPercent = (100 * (hub.cpuMs() - cpuBeforeMs)) / all.tookMs
    const read = readers.map(({ pictures }, index) => pictures - (before[index] ?? 0))
    const there = deaf.filter(({ viewingId }) => !sender.ended.has(viewingId))
    const keptBytes = await Promise.all(there.map((tab) => tab.readKept(fullAtMs)))
    return {
      viewers,
      deaf: there.length,
      restMb,
      mostMb,
      hubPercent,
      keptKb: Math.max(0, ...keptBytes) / 1024,
      uploadOneKbps: one.kbps,
      uploadAllKbps: all.kbps,
      leastReadPercent: (100 * Math.min(...read)) / all.pictures,
    }
  } finally {
    for (const tab of looking) tab.close()
    sender.close()
  }
}

/** What the camera sends for so long; `sample` is called again and again meanwhile. */
async function watched(sender: SendingTab, seconds: number, sample: () => Promise<void>) {
  const { sentBytes, sentPictures } = sender
  const beganMs = performance.now()
  for (; performance.now() - beganMs < 1_000 * seconds; await delay(SAMPLE_MS)) await sample()
  const tookMs = performance.now() - beganMs
  return { tookMs, kbps: (sender.sentBytes - sentBytes) / tookMs, pictures: sender.sentPictures - sentPictures }
}

/** Only what the system takes no more of waits in the hub. */
async function full(hub: HubProcess): Promise<void> {
  const beganMs = performance.now()
  for (let [most, sinceMs] = [0, beganMs]; performance.now() - sinceMs < FULL_MS; await delay(SAMPLE_MS)) {
    const bytes = unsentBytes(hub.port)
    if (bytes > most + GROWN_BYTES) [most, sinceMs] = [bytes, performance.now()]
    if (performance.now() - beganMs > FULL_LIMIT_MS) throw new Complaint('Those who read nothing were sent ever more.')
  }
}

async function firstPicture(tab: LookingTab): Promise<void> {
  for (const beganMs = performance.now(); tab.pictures === 0; await delay(20)) {
    if (performance.now() - beganMs > FIRST_PICTURE_LIMIT_MS) throw new Complaint('A viewer got no picture.')
  }
}
