import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../lib/bytes'
import { storageUsageAtom } from '../../state/recordings/videos'
import { UsageBar } from '../../ui/billing/usage-bar'
import { Panel } from '../../ui/layout/panel'
import { StorageDialog } from './storage-dialog'

export function StorageCard() {
  const usage = useAtomValue(storageUsageAtom)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel heading="Storage Usage">
      <Stack gap="3">
        <UsageBar
          label="Used"
          text={`${formatBytes(usage.used)} of ${formatBytes(usage.total)}`}
          percentage={usage.percentage}
        />
        <HStack color="fg.muted" textStyle="sm" gap="2">
          <CalendarClock size="1rem" aria-hidden />
          <Text>Auto-delete after 30 days</Text>
        </HStack>
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          Manage Storage
        </Button>
      </Stack>
      <StorageDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Panel>
  )
}
