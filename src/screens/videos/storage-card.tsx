import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../lib/bytes'
import { storageUsageAtom } from '../../state/recordings/storage-use'
import { UsageBar } from '../../ui/billing/usage-bar'
import { LatePart, useArrival } from '../../ui/layout/late-part'
import { Panel } from '../../ui/layout/panel'

/** Comes behind the screen. */
const storageDialog = new LatePart(async () => (await import('./storage-dialog')).StorageDialog)

export function StorageCard() {
  const usage = useAtomValue(storageUsageAtom)
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useArrival(storageDialog)
  useEffect(() => storageDialog.fetch(), [])
  const open = () => {
    storageDialog.fetch()
    setIsOpen(true)
  }
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
        <Button variant="outline" size="sm" onClick={open}>
          Manage Storage
        </Button>
      </Stack>
      {dialog.phase === 'here' && <dialog.Part isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}
