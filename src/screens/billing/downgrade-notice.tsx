import { useAtomValue } from 'jotai/react'
import { formatLongDate } from '../../lib/long-date'
import { tierChangeOf } from '../../state/workspace/plans'
import { workspaceQueryAtom } from '../../state/workspace/workspace'
import { Notice } from '../../ui/notices/notice'

export function DowngradeNotice() {
  const change = tierChangeOf(useAtomValue(workspaceQueryAtom).data)
  if (change === null) return null
  const date = change.at === null ? '' : ` on ${formatLongDate(change.at)}`
  return <Notice kind="warning">{`Your account will be downgraded to ${change.to} from ${change.from}${date}.`}</Notice>
}
