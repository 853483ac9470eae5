import { Badge, Button, Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { useLocation } from 'wouter'
import { formatMegabytes } from '../../lib/bytes'
import { usageAtom } from '../../state/dashboard/dashboard'
import { figureReadingOf } from '../../state/http/reads'
import { workspaceUsageQueryAtom } from '../../state/workspace/workspace'
import { UsageBar } from '../../ui/billing/usage-bar'
import { Panel } from '../../ui/layout/panel'
import { Awaited } from '../../ui/notices/skeletons'

export function PlanStatus() {
  const [, navigate] = useLocation()
  const { cameras, storage, notifications, aiChats } = useAtomValue(usageAtom)
  const isAwaited = figureReadingOf(useAtomValue(workspaceUsageQueryAtom)) === 'awaited'
  return (
    <Panel heading="Plan Status" aside={<Badge variant="outline">Free Tier</Badge>}>
      <Stack gap="4">
        <Awaited isAwaited={isAwaited}>
          <Stack gap="4">
            <UsageBar
              label="Cameras"
              text={`${cameras.used} / ${cameras.total}`}
              percentage={cameras.percentage}
              mayBeFull
            />
            <UsageBar
              label="Video Storage"
              text={`${formatMegabytes(storage.used)} / ${formatMegabytes(storage.total)}`}
              percentage={storage.percentage}
            />
            <UsageBar
              label="Notifications"
              text={`${notifications.used} / ${notifications.total}`}
              percentage={notifications.percentage}
            />
            <UsageBar label="AI Chats" text={`${aiChats.used} / ${aiChats.total}`} percentage={aiChats.percentage} />
          </Stack>
        </Awaited>
        <Button variant="outline" mt="1" onClick={() => navigate('/billing')}>
          Upgrade Plan
        </Button>
      </Stack>
    </Panel>
  )
}
