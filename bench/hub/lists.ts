import * as z from 'zod/mini'
import { Complaint } from '../complaint'
import { type Account, headersOf } from './accounts'
import type { HubProcess } from './hub-process'

const PAGES = 200
const WARM_PAGES = 20
/** As the screens ask (API-15, API-16, API-27), and the most a client can ask for. */
const PAGE_SIZES = { '/videos': [6, 100], '/notifications': [5, 100] } as const

/** How long pages take that are spread over the whole list, in milliseconds, one after the other. */
export async function timeLists(hub: HubProcess, account: Account, rows: number): Promise<number[]> {
  const timesMs: number[] = []
  for (const [path, sizes] of Object.entries(PAGE_SIZES)) {
    for (const pageSize of sizes) {
      const pages = Math.floor(rows / pageSize)
      for (let index = -WARM_PAGES; index < PAGES; index++) {
        const page = Math.floor((Math.abs(index) / PAGES) * pages)
        const tookMs = await timePage(hub, account, { path, page, pageSize })
        if (index >= 0) timesMs.push(tookMs)
      }
    }
  }
  return timesMs
}

const rowsOfPage = z.union([z.object({ videos: z.array(z.unknown()) }), z.object({ events: z.array(z.unknown()) })])

/** A whole page: one without its rows would be quick. */
async function timePage(
  hub: HubProcess,
  account: Account,
  { path, page, pageSize }: { readonly path: string; readonly page: number; readonly pageSize: number },
): Promise<number> {
  const startMs = performance.now()
  const answer = await fetch(`http://127.0.0.1:${hub.port}/v1${path}?page=${page}&pageSize=${pageSize}`, {
    headers: headersOf(account),
  })
  const text = await answer.text()
  const tookMs = performance.now() - startMs
  if (!answer.ok) throw new Complaint(`The hub refused ${path}: ${text}`)
  const listed = rowsOfPage.parse(JSON.parse(text))
  const rows = 'videos' in listed ? listed.videos : listed.events
  if (rows.length !== pageSize)
    throw new Complaint(
      `Page ${page} of ${path} held ${rows.length} of ${pageSize} rows. Is the list shorter than was put in?`,
    )
  return tookMs
}
