import { Box, HStack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { KeyRound } from 'lucide-react'
import type { Passkey } from '../../../contract/sign-in/passkeys'
import { formatLongDate, formatRelativeTime } from '../../../lib/date-time'
import { passkeyHostAtom, removePasskeyAtom } from '../../../state/sign-in/passkeys'
import { ConfirmButton } from '../../../ui/forms/confirm-button'
import { LateDialogButton } from '../../../ui/forms/late-dialog-button'
import { LatePart } from '../../../ui/layout/late-part'
import { ListLine } from '../../../ui/layout/list-line'
import { useNow } from '../../../ui/layout/use-now'

/** Few give a passkey another name. */
const nameDialog = new LatePart(async () => (await import('./name-dialog')).NameDialog)

/** A passkey, when it was made and used, and whether something was wrong with it. */
export function PasskeyLine({ passkey }: { readonly passkey: Passkey }) {
  const host = useAtomValue(passkeyHostAtom)
  const nowMs = useNow()
  const used =
    passkey.lastUsedAt === null
      ? 'never used'
      : `last used ${formatRelativeTime(Date.parse(passkey.lastUsedAt), nowMs)}`
  const where = passkey.host === '' || passkey.host === host ? '' : ` for ${passkey.host}`
  return (
    <ListLine icon={<KeyRound size="1.1rem" />} actions={<Actions passkey={passkey} />}>
      <Box minW="0">
        <Text overflowWrap="anywhere">{passkey.name}</Text>
        <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          Made on {formatLongDate(passkey.createdAt)}
          {where}, {used}
        </Text>
        {passkey.doubtedAt !== null && (
          <Text color="fg.error" textStyle="sm">
            On {formatLongDate(passkey.doubtedAt)} it was refused, as it signed like a copy. If that was not you, remove
            it.
          </Text>
        )}
      </Box>
    </ListLine>
  )
}

function Actions({ passkey }: { readonly passkey: Passkey }) {
  const remove = useSetAtom(removePasskeyAtom)
  return (
    <HStack gap="2">
      <LateDialogButton
        part={nameDialog}
        dialog={(Dialog, close) => <Dialog passkey={passkey} onClose={close} />}
        missing="The form is not here yet."
        variant="ghost"
        aria-label={`Rename ${passkey.name}`}
      >
        Rename
      </LateDialogButton>
      <ConfirmButton
        size="sm"
        variant="outline"
        label={`Remove ${passkey.name}`}
        question={`Remove ${passkey.name}?`}
        consequence="It signs nobody in from now on. Devices that are signed in stay so. Your device may go on showing it: remove it there too."
        verb="Remove"
        onConfirm={() => remove(passkey)}
      >
        Remove
      </ConfirmButton>
    </HStack>
  )
}
