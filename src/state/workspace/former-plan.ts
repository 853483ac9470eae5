import { atom } from 'jotai/vanilla'
import { retentionDays } from '../../contract/plans'
import { formatBytes } from '../../lib/bytes'
import { formatDateTime } from '../../lib/date-time'
import { limitsTierOf, planNames, planOf } from './plans'
import { workspaceQueryAtom } from './workspace'

/** Which recordings will be deleted after a downgrade, and when (KEEP-16); null: none. */
export const leavingWordsAtom = atom<string | null>((get) => {
  const { data } = get(workspaceQueryAtom)
  const former = data?.formerPlan
  if (former === undefined || former.leavingBytes === 0) return null
  const tier = limitsTierOf(data)
  return `Until ${formatDateTime(former.keptUntil)} your recordings are kept as on ${planNames[planOf(former.tier)]}. Then up to ${formatBytes(former.leavingBytes)} of them are deleted, the oldest first: those older than ${retentionDays(tier)} days, and those that ${planNames[planOf(tier)]} has no room for. Download what you need before.`
})
