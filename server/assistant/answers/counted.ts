import { formatBytes } from '../../../src/lib/bytes'
import type { Tabled } from '../question/intent'
import type { Kinds } from '../question/kinds'
import type { Wanted, WorkspaceSearch } from '../search/workspace-search'
import { eventName } from './phrases'
import { recordingName } from './recording-answers'

/** How what is counted is called. */
export function countedName(of: Tabled, kinds: Kinds): string {
  return of === 'events' ? eventName(kinds) : recordingName(kinds)
}

export async function countOf(of: Tabled, wanted: Wanted, search: WorkspaceSearch): Promise<number> {
  return of === 'events' ? search.countEvents(wanted) : (await search.sumRecordings(wanted)).count
}

/** A figure of a table, which has no more room for its name: '3', '1.2 GB'. */
export function figureOf(of: Tabled, figure: number): string {
  return of === 'storage' ? formatBytes(figure) : String(figure)
}
