import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { processTree, readParents } from '../../processes'

const hubScript = /dist\/hub\/main\.js/

/** Resident memory of all processes of the browser, and of the hub that this process started, from /proc. */
export async function residentBytes(browser: Browser): Promise<{ browser: number; hub: number }> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const parents = readParents()
  const main = processInfo.find(({ type }) => type === 'browser')
  const hubs = processTree(process.pid, parents).filter((pid) => hubScript.test(textOf(pid, 'cmdline')))
  const bytesOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + rssBytes(textOf(pid, 'status')), 0)
  return { browser: main === undefined ? Number.NaN : bytesOf(processTree(main.id, parents)), hub: bytesOf(hubs) }
}

/** 0 where the text says none, as of a process that has ended. */
export function rssBytes(status: string): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

/** Empty where the process has ended meanwhile. */
function textOf(pid: number, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
