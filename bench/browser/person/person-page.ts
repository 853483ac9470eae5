import { MINUTE_MS } from '../../../src/lib/durations'
import { Complaint } from '../../complaint'
import type { BrowserPage } from '../harness/browser-page'
import type { Chromium } from '../harness/chromium'
import { type PersonCounts, personCountsShape } from '../harness/page-figures'
import { timesOf, workerTimesOf } from '../harness/thread-times'
import { until } from '../harness/until'
import { threadOf } from './person-figures'

/** A page that does not answer for so long hangs. */
const ANSWER_LIMIT_MS = 30_000

/** The camera opens, learns its scene and records: then every other worker runs. */
const FIRST_CLIP_LIMIT_MS = MINUTE_MS

/** The detector is fetched and compiled at the first motion. */
const DETECTOR_LIMIT_MS = 120_000

/** A clip ends 15 s after its first frame, or once it is handed over. */
const REST_LIMIT_MS = MINUTE_MS

/** Cameras with person detection in a tab, and what their naming worker costs. */
export class PersonPage {
  readonly #chromium: Chromium
  readonly #page: BrowserPage
  readonly #thread: number

  private constructor(chromium: Chromium, page: BrowserPage, thread: number) {
    this.#chromium = chromium
    this.#page = page
    this.#thread = thread
  }

  /** The cameras' film must move: the detector loads at the first motion. Throws a Complaint where it does not come. */
  static async open(chromium: Chromium, url: string, cameras: number): Promise<PersonPage> {
    const page = await chromium.openPage(url)
    await page.waitFor('window.bench')
    await ask(page, `startPerson(${cameras})`)
    await expectSoon(page, 'The cameras recorded no clips', FIRST_CLIP_LIMIT_MS, ({ checks }) =>
      checks.every((own) => own > 0),
    )
    let clips = 0
    await expectSoon(page, 'The cameras recorded no clips', FIRST_CLIP_LIMIT_MS, ({ clipsBegun }) => {
      clips += clipsBegun
      return clips > 0
    })
    const seen = async () => {
      const { workers } = await takeFrom(page)
      return { threads: [...workerTimesOf(chromium.pid).keys()], workers }
    }
    const before = await seen()
    await ask(page, 'setNamingWanted(true)')
    await expectSoon(page, 'The person detector did not come', DETECTOR_LIMIT_MS, ({ isPersonReady }) => isPersonReady)
    const thread = threadOf('naming', before, await seen())
    if (thread === null) throw new Complaint('The thread of the naming worker cannot be told from others.')
    return new PersonPage(chromium, page, thread)
  }

  async setWanted(isWanted: boolean): Promise<void> {
    await ask(this.#page, `setNamingWanted(${isWanted})`)
  }

  /** Opens the camera anew, on a film in which nothing moves, and waits until no clip is recorded. */
  async reopenStill(): Promise<void> {
    await ask(this.#page, 'reopenCamera()')
    const isAtRest = ({ checks, movedChecks, isRecording }: PersonCounts) =>
      checks.every((own) => own > 0) && movedChecks === 0 && !isRecording
    await expectSoon(this.#page, 'The camera does not come to rest', REST_LIMIT_MS, isAtRest)
  }

  /** What was counted since it was last asked. Throws a Complaint where the naming worker is not the same any more. */
  async take(): Promise<PersonCounts> {
    const counts = await takeFrom(this.#page)
    if (counts.workers.filter((name) => name === 'naming').length === 1) return counts
    throw new Complaint(`The naming worker did not last. ${counts.notes.join(' ')}`)
  }

  /** CPU since their start, in milliseconds; of a worker that has ended, NaN. */
  times(): { readonly worker: number; readonly all: number } {
    const { all, threads } = timesOf(this.#chromium.pid)
    return { worker: threads.get(this.#thread)?.ms ?? Number.NaN, all }
  }
}

async function takeFrom(page: BrowserPage): Promise<PersonCounts> {
  return personCountsShape.parse(await ask(page, 'takePersonCounts()'))
}

async function expectSoon(
  page: BrowserPage,
  otherwise: string,
  limitMs: number,
  isSo: (counts: PersonCounts) => boolean,
): Promise<void> {
  let notes: readonly string[] = []
  const isSoNow = async () => {
    const counts = await takeFrom(page)
    notes = counts.notes
    return isSo(counts)
  }
  if (await until(isSoNow, limitMs)) return
  throw new Complaint(`${otherwise} within ${limitMs / 1000} s. ${notes.join(' ')}`)
}

async function ask(page: BrowserPage, call: string): Promise<unknown> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    const limit = setTimeout(() => reject(new Complaint(`The bench's page does not answer ${call}.`)), ANSWER_LIMIT_MS)
    cancel = () => clearTimeout(limit)
  })
  return Promise.race([page.evaluate(`window.bench.${call}`), late]).finally(cancel)
}
