import { Box, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { counted } from '../../lib/words'
import { readingOf } from '../../state/http/reads'
import { hasMembersAtom, membersQueryAtom, ownerAtom, ownMemberAtom, placesAtom } from '../../state/members/members'
import { ListLines } from '../../ui/layout/list-line'
import { Panel } from '../../ui/layout/panel'
import { AwaitedRows } from '../../ui/notices/try-again'
import { InviteForm } from './invite-form'
import { MemberLine } from './member-line'

/** Who is in the workspace, where the provider tells (extension `members`); nothing elsewhere. */
export function Members() {
  const hasMembers = useAtomValue(hasMembersAtom)
  const places = useAtomValue(placesAtom)
  if (!hasMembers) return null
  const taken = places !== null && (
    <Text color="fg.muted" textStyle="sm" whiteSpace="nowrap">
      {places.taken} of {counted(places.total, 'user')}
    </Text>
  )
  return (
    <Panel heading="Members" aside={taken}>
      <People />
    </Panel>
  )
}

function People() {
  const query = useAtomValue(membersQueryAtom)
  const own = useAtomValue(ownMemberAtom)
  const people = query.data ?? []
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={1} missing="The members are not here yet.">
      <Stack gap="4">
        <ListLines label="Members">
          {people.map((person) => (
            <MemberLine key={person.id} person={person} own={own} />
          ))}
        </ListLines>
        {own?.role === 'owner' && <Inviting isAlone={people.length === 1} />}
        {own?.role === 'member' && <WhoInvites />}
      </Stack>
    </AwaitedRows>
  )
}

/** The form while the plan has room, else why not and what helps. */
function Inviting({ isAlone }: { readonly isAlone: boolean }) {
  const places = useAtomValue(placesAtom)
  return (
    <Box>
      {isAlone && (
        <Text mb="2">Nobody else is in this workspace. Who is invited sees its cameras, events and recordings.</Text>
      )}
      {places !== null && places.taken >= places.total ? (
        <Text color="fg.muted" textStyle="sm">
          {fullSentence(places.total)}
        </Text>
      ) : (
        <InviteForm />
      )}
    </Box>
  )
}

function WhoInvites() {
  const owner = useAtomValue(ownerAtom)
  return (
    <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
      Only the owner{owner && `, ${owner.email},`} invites and removes people. Ask them.
    </Text>
  )
}

function fullSentence(total: number): string {
  if (total === 1) return 'Your plan is for 1 user. The Team plan has room for up to 5.'
  return `All ${total} places of your plan are taken. Remove somebody or withdraw an invitation to invite another.`
}
