import { HStack, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { CalendarClock } from 'lucide-react'
import { useEffect } from 'react'
import { planWarningsAtom } from '../../state/workspace/plan-warnings'
import { LateDialogButton } from '../../ui/forms/late-dialog-button'
import { LatePart } from '../../ui/layout/late-part'
import { Panel } from '../../ui/layout/panel'
import { Notice } from '../../ui/notices/notice'
import { StorageBar } from './storage-bar'

/** Comes behind the screen. */
const storageDialog = new LatePart(async () => (await import('./storage-dialog')).StorageDialog)

export function StorageCard() {
  const warnings = useAtomValue(planWarningsAtom)
  useEffect(() => storageDialog.fetch(), [])
  return (
    <Panel heading="Storage Usage">
      <Stack gap="3">
        <StorageBar />
        <HStack color="fg.muted" textStyle="sm" gap="2">
          <CalendarClock size="1rem" aria-hidden />
          <Text>Auto-delete after 30 days</Text>
        </HStack>
        {warnings.map((words) => (
          <Notice key={words} kind="warning">
            {words}
          </Notice>
        ))}
        <LateDialogButton
          part={storageDialog}
          dialog={(Dialog, close, isOpen) => <Dialog isOpen={isOpen} onClose={close} />}
          fades
          missing="The storage is not here yet."
          width="full"
        >
          Manage Storage
        </LateDialogButton>
      </Stack>
    </Panel>
  )
}
