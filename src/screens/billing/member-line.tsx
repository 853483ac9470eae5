import { Badge, Flex, HStack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Mail, UserRound } from 'lucide-react'
import type { MemberRow } from '../../contract/members'
import { inviteAgainAtom, leaveWorkspaceAtom, mailingAgainAtom, removeMemberAtom } from '../../state/members/members'
import { BusyButton } from '../../ui/forms/busy-button'
import { ConfirmButton } from '../../ui/forms/confirm-button'
import { ListLine } from '../../ui/layout/list-line'

/** Somebody in the workspace, or asked to join it, and what may be done about that. */
export function MemberLine(props: { readonly person: MemberRow; readonly own: MemberRow | null }) {
  const { person, own } = props
  const isInvited = person.state === 'invited'
  const isOwn = person.id === own?.id
  return (
    <ListLine
      hasOneLine
      icon={isInvited ? <Mail size="1.1rem" /> : <UserRound size="1.1rem" />}
      actions={<Actions person={person} own={own} />}
    >
      <Flex wrap="wrap" columnGap="3" rowGap="1" align="center" minW="0">
        <Text minW="0" overflowWrap="anywhere">
          {person.email}
          {isOwn && (
            <Text as="span" color="fg.muted">
              {' '}
              (you)
            </Text>
          )}
        </Text>
        <Standing person={person} />
      </Flex>
    </ListLine>
  )
}

/** A member leaves; the owner removes others, and withdraws what was not taken up. */
function Actions({ person, own }: { readonly person: MemberRow; readonly own: MemberRow | null }) {
  if (person.id === own?.id) return person.role === 'member' ? <LeaveButton own={person} /> : null
  if (own?.role !== 'owner') return null
  return person.state === 'invited' ? <InvitedActions person={person} /> : <RemoveButton person={person} />
}

function Standing({ person }: { readonly person: MemberRow }) {
  if (person.state === 'invited') {
    return (
      <Badge colorPalette="orange" flexShrink={0}>
        Invited
      </Badge>
    )
  }
  const isOwner = person.role === 'owner'
  return (
    <Badge colorPalette={isOwner ? 'brand' : 'gray'} variant={isOwner ? 'subtle' : 'outline'} flexShrink={0}>
      {isOwner ? 'Owner' : 'Member'}
    </Badge>
  )
}

function InvitedActions({ person }: { readonly person: MemberRow }) {
  const inviteAgain = useSetAtom(inviteAgainAtom)
  const withdraw = useSetAtom(removeMemberAtom)
  const isMailing = useAtomValue(mailingAgainAtom).has(person.id)
  return (
    <HStack gap="2">
      <BusyButton
        size="sm"
        variant="ghost"
        aria-label={`Send the invitation to ${person.email} again`}
        isBusy={isMailing}
        onClick={() => void inviteAgain(person)}
      >
        Send Again
      </BusyButton>
      <ConfirmButton
        size="sm"
        variant="outline"
        label={`Withdraw the invitation to ${person.email}`}
        question="Withdraw this invitation?"
        consequence={`The mail to ${person.email} stays, but signing in leads to this workspace no longer.`}
        verb="Withdraw"
        onConfirm={() => withdraw(person)}
      >
        Withdraw
      </ConfirmButton>
    </HStack>
  )
}

function RemoveButton({ person }: { readonly person: MemberRow }) {
  const remove = useSetAtom(removeMemberAtom)
  return (
    <ConfirmButton
      size="sm"
      variant="outline"
      label={`Remove ${person.email}`}
      question={`Remove ${person.email}?`}
      consequence="They are signed out of this workspace at once, on all their devices; cameras that they run stop delivering. API tokens and webhooks that they made end: programs that use them stop. What was recorded stays, and so do shares that they made. Notifications by e-mail that go to them come to you from then on; Slack and Discord addresses stay as they are."
      verb="Remove"
      onConfirm={() => remove(person)}
    >
      Remove
    </ConfirmButton>
  )
}

function LeaveButton({ own }: { readonly own: MemberRow }) {
  const leave = useSetAtom(leaveWorkspaceAtom)
  return (
    <ConfirmButton
      size="sm"
      variant="outline"
      question="Leave this workspace?"
      consequence="You are signed out of it on all your devices. API tokens and webhooks that you made end: programs that use them stop. What was recorded stays, and so do shares that you made. Notifications by e-mail that go to you go to the owner from then on. To come back, you must be invited again."
      verb="Leave"
      onConfirm={() => leave(own)}
    >
      Leave
    </ConfirmButton>
  )
}
