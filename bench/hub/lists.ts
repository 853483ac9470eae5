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
        const tookMs = await timePage(hub, account, `${path}?page=${page}&pageSize=${pageSize}`)
        if (index >= 0) timesMs.push(tookMs)
      }
    }
  }
  return timesMs
}

async function timePage(hub: HubProcess, account: Account, path: string): Promise<number> {
  const startMs = performance.now()
  const answer = await fetch(`http://127.0.0.1:${hub.port}/v1${path}`, { headers: headersOf(account) })
  const text = await answer.text()
  if (!answer.ok) throw new Complaint(`The hub refused ${path}: ${text}`)
  return performance.now() - startMs
}
