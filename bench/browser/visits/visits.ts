import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Complaint } from '../../complaint'
import { findFootage } from '../../detect/footage'
import { aligned, barLine, type Row } from '../../report'
import { Chromium } from '../harness/chromium'
import { buildPage } from '../harness/page-build'
import { PageServer } from '../harness/page-server'
import { type VisitLog, visitLogShape } from '../harness/visit-figures'
import { lookLines, passesIn, type VisitPass, visitBars, visitLine, visitRows, visitTable } from './visit-figures'
import { roomSecOf, type Visit, visitsIn, writeVisitFilm } from './visit-film'

/** A browser that is opened, and the camera in it. */
const START_SEC = 20
/** What is told late still counts, as late. */
const AFTER_SEC = 3

const howMeasured = `How: each visit is the camera of a Chromium with an empty cache; it comes first when the detector was never loaded (cold), again
when it is there (warm), and once more after it rested (rested). Seconds are from the first frame of the visit, as the camera hands it over and as the labels say, until the
engine tells the clip of somebody. Nothing else runs; checks, recording and looks are the product's.`

export interface VisitPlan {
  readonly folder: string
  readonly only: readonly string[] | null
  /** How often each visit is shown: the first is cold. */
  readonly passes: number
}

/** How long it takes from somebody who enters to a PERSON label, in a real browser (PERSON-05). */
export async function measureVisits(
  executable: string,
  { folder, only, passes }: VisitPlan,
): Promise<{ product: string; rows: Row[] }> {
  const { videos } = await findFootage(folder, only)
  const visits = visitsIn(videos)
  if (visits.length === 0) throw new Complaint(`No film in ${folder} begins with an empty room and has somebody come.`)
  const server = await PageServer.start(await buildPage())
  const scratch = mkdtempSync(join(tmpdir(), 'nightjar-visits-'))
  const film = join(scratch, 'visit.y4m')
  const all: VisitPass[] = []
  let product = ''
  try {
    for (const visit of visits) {
      writeVisitFilm(visit, film)
      const chromium = await Chromium.launch(executable, film)
      try {
        product = await chromium.product()
        const own = passesIn(visit.name, await logOf(chromium, server.url, visit, passes))
        for (const pass of own) console.log([`  ${visitLine(pass)}`, ...lookLines(pass)].join('\n'))
        all.push(...own)
      } finally {
        await chromium.close()
      }
    }
    console.log(`\n${product}\n${aligned(visitTable(all))}\n\n${howMeasured}\n`)
    for (const bar of visitBars(all)) console.log(barLine(bar))
    return { product, rows: visitRows(all) }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    await server.close()
  }
}

/** Everything that the page noted until the last visit was over. */
async function logOf(chromium: Chromium, url: string, visit: Visit, passes: number): Promise<VisitLog> {
  const page = await chromium.openPage(url)
  await page.waitFor('window.bench')
  await page.evaluate('window.bench.startVisits()')
  const passSec = roomSecOf(visit) + visit.endSec - visit.startSec
  const endsAtMs = performance.now() + 1_000 * (START_SEC + passes * passSec)
  const log: VisitLog = []
  const isOver = () => {
    const last = log.filter(({ step }) => step === 'entered')
    return last.length > passes
  }
  while (!isOver() && performance.now() < endsAtMs) {
    await delay(1_000)
    log.push(...visitLogShape.parse(await page.evaluate('window.bench.takeVisitLog()')))
    const entered = log.filter(({ step }) => step === 'entered')
    const nowMs = Number(await page.evaluate('performance.now()'))
    const lastMs = entered.at(-1)?.atMs ?? nowMs
    if (entered.length >= passes && nowMs - lastMs > 1_000 * (visit.endSec - visit.startSec + AFTER_SEC)) break
  }
  return log
}
