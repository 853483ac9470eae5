import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'

const MOST = 64
const SENTENCE = `HUB_PROCESSES must be auto or a whole number from 1 to ${MOST}.`

/** How many processes serve one hub (SCALE-14). */
export const processesVariables = {
  HUB_PROCESSES: z._default(z.string().check(z.refine(isCount, { error: SENTENCE })), '1'),
}

function isCount(value: string): boolean {
  return value === 'auto' || (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST)
}

/**
 * `auto`: one core is left to the database and the process where all meet. SQLite has one process, as each commit is waited
 * for by the thread that asked, and all others who write wait with it (docs/scaling.md).
 */
export function processesOf(
  { HUB_PROCESSES, DATABASE_URL }: { readonly HUB_PROCESSES: string; readonly DATABASE_URL?: string | undefined },
  cores = availableParallelism(),
): number {
  if (HUB_PROCESSES !== 'auto') return Number(HUB_PROCESSES)
  return DATABASE_URL === undefined ? 1 : Math.min(Math.max(1, cores - 1), MOST)
}

export function processesProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const { HUB_PROCESSES, DATABASE_URL } = set
  const isSeveral = HUB_PROCESSES !== undefined && isCount(HUB_PROCESSES) && Number(HUB_PROCESSES) > 1
  return isSeveral && DATABASE_URL === undefined
    ? ['HUB_PROCESSES above 1 needs PostgreSQL: set DATABASE_URL, or leave HUB_PROCESSES out.']
    : []
}
