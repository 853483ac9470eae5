import type { Compared } from '../question/intent'
import type { Kinds } from '../question/kinds'
import type { Wanted, WorkspaceSearch } from '../search/workspace-search'
import { eventName } from './phrases'
import { recordingName } from './recording-answers'

/** How what is counted is called. */
export function countedName(of: Compared, kinds: Kinds): string {
  return of === 'events' ? eventName(kinds) : recordingName(kinds)
}

export async function countOf(of: Compared, wanted: Wanted, search: WorkspaceSearch): Promise<number> {
  return of === 'events' ? search.countEvents(wanted) : (await search.sumRecordings(wanted)).count
}
