import { Badge, Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { chatDraftAtom, quickQuestions, sampleEvents } from '../../state/assistant/chat'
import { chatsTotalAtom, chatsUsedAtom, isChatLimitReachedAtom } from '../../state/assistant/chat-count'
import { videoAnalysisAtom } from '../../state/assistant/video-analysis'
import { UsageBar } from '../../ui/billing/usage-bar'
import { EventTypeBadge } from '../../ui/events/event-type-badge'
import { Panel } from '../../ui/layout/panel'

/** Canned prompts that fill the input (CHAT-08). */
export function QuickQuestions(props: { readonly focusInput: () => void }) {
  const setDraft = useSetAtom(chatDraftAtom)
  const isLimitReached = useAtomValue(isChatLimitReachedAtom)
  return (
    <Panel heading="Quick Questions">
      <Stack gap="2">
        {quickQuestions.map((question) => (
          <Button
            key={question}
            variant="outline"
            size="sm"
            height="auto"
            minH="9"
            py="1.5"
            whiteSpace="normal"
            textAlign="start"
            justifyContent="flex-start"
            fontWeight="normal"
            disabled={isLimitReached}
            onClick={() => {
              setDraft(question)
              props.focusInput()
            }}
          >
            {question}
          </Button>
        ))}
      </Stack>
    </Panel>
  )
}

/** The Recent Events card: samples (CHAT-09), and marked as such, since nobody shall take them for their own. */
export function SampleEvents() {
  return (
    <Panel heading="Recent Events" aside={<Badge variant="outline">Sample</Badge>}>
      <Stack as="ul" gap="3" listStyleType="none">
        {sampleEvents.map(({ type, title, time }) => (
          <Flex as="li" key={title} gap="3" justify="space-between" align="center">
            <Box minW="0">
              <Text textStyle="sm">{title}</Text>
              <Text textStyle="xs" color="fg.muted">
                {time}
              </Text>
            </Box>
            <EventTypeBadge type={type} />
          </Flex>
        ))}
      </Stack>
    </Panel>
  )
}

export function UsageStats() {
  const used = useAtomValue(chatsUsedAtom)
  const total = useAtomValue(chatsTotalAtom)
  const videoAnalysis = useAtomValue(videoAnalysisAtom)
  return (
    <Panel heading="Usage Stats">
      <Stack gap="3">
        <UsageBar label="Chats used" text={`${used} out of ${total}`} percentage={(used / total) * 100} />
        <Flex justify="space-between" gap="3" textStyle="sm">
          <Text>Video analysis</Text>
          <Text color="fg.muted">{videoAnalysis ?? '\u00a0'}</Text>
        </Flex>
      </Stack>
    </Panel>
  )
}
