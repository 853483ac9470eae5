import { useAtomValue } from 'jotai/react'
import { formatBytes } from '../../lib/bytes'
import { figureReadingOf } from '../../state/http/reads'
import { storageUsageAtom, storageUsageQueryAtom } from '../../state/recordings/storage-use'
import { UsageBar } from '../../ui/billing/usage-bar'
import { Awaited } from '../../ui/notices/skeletons'

/** How much of the storage is used; what is on its way is not nothing. */
export function StorageBar() {
  const { used, total, percentage } = useAtomValue(storageUsageAtom)
  const isAwaited = figureReadingOf(useAtomValue(storageUsageQueryAtom)) === 'awaited'
  return (
    <Awaited isAwaited={isAwaited}>
      <UsageBar label="Used" text={`${formatBytes(used)} of ${formatBytes(total)}`} percentage={percentage} />
    </Awaited>
  )
}
