import { Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { chatsUsedAtom, VIDEO_ANALYSIS_HOURS } from '../../state/assistant/chat'
import { CHATS_SHOWN } from '../../state/assistant/chat-count'
import { UsageBar } from '../../ui/billing/usage-bar'
import { Panel } from '../../ui/layout/panel'

export function UsageStats() {
  const used = useAtomValue(chatsUsedAtom)
  return (
    <Panel heading="Usage Stats">
      <Stack gap="3">
        <UsageBar label="Chats used" text={`${used} out of ${CHATS_SHOWN}`} percentage={(used / CHATS_SHOWN) * 100} />
        <Flex justify="space-between" gap="3" textStyle="sm">
          <Text>Video analysis</Text>
          <Text color="fg.muted">{VIDEO_ANALYSIS_HOURS} hours</Text>
        </Flex>
      </Stack>
    </Panel>
  )
}
