import { setTimeout as delay } from 'node:timers/promises'
import { aligned, barLine, figure, type Row } from '../../report'
import { CameraLink } from '../harness/camera-link'
import { Chromium } from '../harness/chromium'
import { buildPage } from '../harness/page-build'
import { PageServer } from '../harness/page-server'
import { type PersonTurn, personBars, personRows, personTable, turnPlan } from './person-figures'
import { PACE_CAMERAS, paceBars, paceRows, paceTable } from './person-pace'
import { PersonPage } from './person-page'

/** A look under way ends, and the next begins. */
const SETTLE_MS = 2_000

/** Of eight cameras: checks are many, so that less tells as much. */
const MOST_PACE_SECONDS = 60

/** Players and compilers settle; the detector of motion learns the scene, and the network is loaded. */
const WARM_UP_MS = 10_000

const howMeasured = `How: naming worker is CPU time of its thread (/proc/PID/task/TID/schedstat), browser is user and system time of all its
processes (/proc/PID/stat). Detection is turned on and off in turns while the worker stays loaded. The room is shown to
the same camera after the walk. What moves is recorded, as in the app. Eight cameras are eight streams of the walk, all of
which record.`

export interface PersonPlan {
  /** Of somebody walking all along, and of an empty room; both at 640x360. */
  readonly films: { readonly moving: string; readonly still: string }
  /** Of each of the two. */
  readonly seconds: number
}

/**
 * What looking for people costs one camera, while somebody walks and while nothing moves, and whether eight cameras keep
 * their checks while it goes on (BENCH-05).
 */
export async function measurePerson(
  executable: string,
  { films, seconds }: PersonPlan,
): Promise<{ product: string; rows: Row[] }> {
  const server = await PageServer.start(await buildPage())
  const link = new CameraLink(films.moving)
  let chromium: Chromium | null = null
  try {
    chromium = await Chromium.launch(executable, link.path)
    const product = await chromium.product()
    console.log(`${product}, one camera, ${seconds} s of motion and as many without`)
    const page = await PersonPage.open(chromium, server.url, 1)
    const moving = await measureTurns(page, true, seconds)
    link.show(films.still)
    await page.reopenStill()
    const turns = [...moving, ...(await measureTurns(page, false, seconds))]
    await chromium.close()
    link.show(films.moving)
    chromium = await Chromium.launch(executable, link.path)
    const many = await PersonPage.open(chromium, server.url, PACE_CAMERAS)
    const paced = await measureTurns(many, true, Math.min(seconds, MOST_PACE_SECONDS))
    report(turns, paced)
    return { product, rows: [...personRows(turns), ...paceRows(paced)] }
  } finally {
    await chromium?.close()
    link.remove()
    await server.close()
  }
}

async function measureTurns(page: PersonPage, isMoving: boolean, seconds: number): Promise<PersonTurn[]> {
  const { turnSeconds, wanted } = turnPlan(seconds)
  await delay(WARM_UP_MS)
  const turns: PersonTurn[] = []
  for (const isWanted of wanted) {
    const turn = await measureTurn(page, { isMoving, isWanted, seconds: turnSeconds })
    turns.push(turn)
    console.log(`  turn ${turns.length} of ${wanted.length}: ${lineOf(turn)}`)
  }
  return turns
}

async function measureTurn(
  page: PersonPage,
  { isMoving, isWanted, seconds }: { readonly isMoving: boolean; readonly isWanted: boolean; readonly seconds: number },
): Promise<PersonTurn> {
  await page.setWanted(isWanted)
  await delay(SETTLE_MS)
  await page.take()
  const before = page.times()
  const startMs = performance.now()
  await delay(seconds * 1000)
  const after = page.times()
  const lengthMs = performance.now() - startMs
  const counts = await page.take()
  const [workerMs, allMs] = [after.worker - before.worker, after.all - before.all]
  return { isMoving, isWanted, lengthMs, workerMs, allMs, counts }
}

function lineOf({ isMoving, isWanted, lengthMs, workerMs, allMs, counts }: PersonTurn): string {
  const percent = (ms: number) => `${figure((100 * ms) / lengthMs)} %`
  return (
    `${isMoving ? 'moving' : 'still'}, ${isWanted ? 'on' : 'off'}: naming worker ${percent(workerMs)} of a core, ` +
    `browser ${percent(allMs)}, ${counts.looks.length} looks`
  )
}

function report(turns: readonly PersonTurn[], paced: readonly PersonTurn[]): void {
  const notes = new Set([...turns, ...paced].flatMap(({ counts }) => counts.notes))
  console.log(`\n${aligned(personTable(turns))}\n\n${aligned(paceTable(paced))}\n\n${howMeasured}\n`)
  for (const note of notes) console.log(`The engine says: ${note}`)
  for (const bar of [...personBars(turns), ...paceBars(paced)]) console.log(barLine(bar))
}
