import { atom } from 'jotai/vanilla'
import { retentionDays } from '../../contract/plans'
import { formatBytes } from '../../lib/bytes'
import { formatDateTime } from '../../lib/date-time'
import { servicesAtom } from '../services'
import { limitsTierOf, planNames, planOf } from './plans'
import { workspaceQueryAtom } from './workspace'

/** That little of the month's recorded video is left, and what then (KEEP-19); null: there is enough. */
const recordedMonthAtom = atom<string | null>((get) => {
  const month = get(workspaceQueryAtom).data?.recordedMonth
  // What is kept of an absent hub may be of a month that is over.
  if (month === undefined || Date.parse(month.endsAt) <= get(servicesAtom).nowMs()) return null
  const percent = Math.min(100, Math.floor((month.usedBytes / month.totalBytes) * 100))
  return `${percent} % of this month’s ${formatBytes(month.totalBytes)} of recorded video are used; what was deleted counts too. Once all is used, you are told what cameras see, but no clip is kept until ${formatDateTime(month.endsAt)}.`
})

/** Which recordings will be deleted after a downgrade, and when (KEEP-16); null: none. */
const leavingAtom = atom<string | null>((get) => {
  const { data } = get(workspaceQueryAtom)
  const former = data?.formerPlan
  if (former === undefined || former.leavingBytes === 0) return null
  const tier = limitsTierOf(data)
  const [until, plan] = [formatDateTime(former.keptUntil), planNames[planOf(former.tier)]]
  // A hub that was off for days deletes nothing in its first one.
  const isOver = Date.parse(former.keptUntil) <= get(servicesAtom).nowMs()
  const kept = isOver
    ? `Your recordings were kept as on ${plan} until ${until}. Within a day`
    : `Until ${until} your recordings are kept as on ${plan}. Then`
  return `${kept} up to ${formatBytes(former.leavingBytes)} of them are deleted, the oldest first: those older than ${retentionDays(tier)} days, and those that ${planNames[planOf(tier)]} has no room for. Download what you need before.`
})

/** What the plan will not let be recorded, or kept: a sentence or two each. */
export const planWarningsAtom = atom((get) =>
  [get(recordedMonthAtom), get(leavingAtom)].filter((words) => words !== null),
)
