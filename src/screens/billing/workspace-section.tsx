import { Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useId } from 'react'
import { readingOf } from '../../state/http/reads'
import { hasMembersAtom, membersQueryAtom, ownerAtom, ownMemberAtom } from '../../state/members/members'
import { canExportAtom, exportWorkspaceAtom, isAskingForExportAtom } from '../../state/workspace/workspace-export'
import { canDeleteWorkspaceAtom } from '../../state/workspace/workspace-removal'
import { ExportButton } from '../../ui/forms/export-button'
import { Panel } from '../../ui/layout/panel'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { DeleteWorkspaceButton } from './delete-workspace'

/** What can be done with the workspace as a whole, where the provider offers it; nothing elsewhere. */
export function WorkspaceSection() {
  const canExport = useAtomValue(canExportAtom)
  const canDelete = useAtomValue(canDeleteWorkspaceAtom)
  const isAsking = useAtomValue(isAskingForExportAtom)
  const download = useSetAtom(exportWorkspaceAtom)
  if (!canExport && !canDelete) return null
  return (
    <Panel heading="Workspace">
      <Stack gap="4">
        {canExport && (
          <Offer
            heading="Take it with you"
            text="One zip file with all recordings, and lists of its cameras, events, chats, people and settings."
          >
            <ExportButton isAsking={isAsking} onExport={() => void download()} />
          </Offer>
        )}
        {canDelete && <Deletion />}
      </Stack>
    </Panel>
  )
}

/** The hub lets the owner only; who is not learns whom to ask. */
function Deletion() {
  const hasMembers = useAtomValue(hasMembersAtom)
  const reading = readingOf(useAtomValue(membersQueryAtom))
  const own = useAtomValue(ownMemberAtom)
  const owner = useAtomValue(ownerAtom)
  if (hasMembers && reading === 'awaited') return <RowSkeletons count={1} />
  if (own?.role === 'member') {
    const who = owner === null ? 'The owner' : `The owner, ${owner.email},`
    return <Offer heading="Delete the workspace" text={`${who} can delete this workspace. Ask them.`} />
  }
  return (
    <Offer
      heading="Delete the workspace"
      text="Removes its cameras, recordings, events and chats from the hub, for everybody in it. It cannot be undone."
    >
      <DeleteWorkspaceButton />
    </Offer>
  )
}

function Offer(props: { readonly heading: string; readonly text: string; readonly children?: ReactNode }) {
  const headingId = useId()
  return (
    <Flex as="section" aria-labelledby={headingId} gap="3" align="center" justify="space-between" wrap="wrap">
      <Stack gap="0.5" flex="1 1 18rem" minW="0">
        <Heading as="h3" size="sm" id={headingId}>
          {props.heading}
        </Heading>
        <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {props.text}
        </Text>
      </Stack>
      {props.children}
    </Flex>
  )
}
