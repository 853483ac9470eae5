import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { processTree, readParents } from '../../processes'
import { Chromium } from '../harness/chromium'

/** Until a browser that does nothing has nothing left to begin. */
const SETTLE_MS = 8_000

/** Memory of a process and all below it; what several share counts once, a part for each (PSS, from /proc). */
export function proportionalBytes(rootPid: number): number {
  return processTree(rootPid, readParents()).reduce((sum, pid) => sum + pssBytes(rollupOf(pid)), 0)
}

/** 0 where the text says none, as of a process that has ended. */
export function pssBytes(rollup: string): number {
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
}

/** Chromium with an empty tab: what is there before any camera. */
export async function emptyBrowserBytes(executable: string, cameraFile: string): Promise<number> {
  const chromium = await Chromium.launch(executable, cameraFile)
  try {
    await chromium.openPage('about:blank')
    await delay(SETTLE_MS)
    return proportionalBytes(chromium.pid)
  } finally {
    await chromium.close()
  }
}

function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return ''
  }
}
