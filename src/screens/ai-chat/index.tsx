import { Badge, Grid, Skeleton, Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { chatTurnAtom, openChatAtom } from '../../state/assistant/chat'
import { chatsRemainingAtom, isChatLimitReachedAtom, isCountAwaitedAtom } from '../../state/assistant/chat-count'
import { newChatAtom } from '../../state/assistant/chat-sending'
import { BusyButton } from '../../ui/forms/busy-button'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { Composer } from './composer'
import { Conversation } from './conversation'
import { QuickQuestions, RecentEvents, UsageStats } from './side-cards'

export default function AiChatScreen() {
  const open = useSetAtom(openChatAtom)
  useEffect(() => open(), [open])
  const input = useRef<HTMLInputElement>(null)
  const focusInput = () => input.current?.focus()
  return (
    <>
      <PageHeader title="AI Security Assistant" line="Ask about what your cameras saw">
        <RemainingBadge />
        <NewChatButton focusInput={focusInput} />
      </PageHeader>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19rem' }} gap="4" alignItems="start">
        <Panel
          p={{ base: '0', md: '0' }}
          display="flex"
          flexDirection="column"
          overflow="hidden"
          height={{ base: 'max(22rem, calc(100dvh - 17rem))', lg: 'max(30rem, calc(100dvh - 13rem))' }}
        >
          <Conversation focusInput={focusInput} />
          <Composer input={input} />
        </Panel>
        <Stack gap="4">
          <QuickQuestions focusInput={focusInput} />
          <RecentEvents />
          <UsageStats />
        </Stack>
      </Grid>
    </>
  )
}

function RemainingBadge() {
  const remaining = useAtomValue(chatsRemainingAtom)
  const isAwaited = useAtomValue(isCountAwaitedAtom)
  return (
    <Skeleton loading={isAwaited} alignSelf="center">
      <Badge size="lg" colorPalette={remaining <= 1 ? 'orange' : 'brand'}>
        {remaining} {remaining === 1 ? 'chat' : 'chats'} remaining
      </Badge>
    </Skeleton>
  )
}

function NewChatButton(props: { readonly focusInput: () => void }) {
  const begin = useSetAtom(newChatAtom)
  const turn = useAtomValue(chatTurnAtom)
  const isLimitReached = useAtomValue(isChatLimitReachedAtom)
  return (
    <BusyButton
      variant="outline"
      isBusy={turn.phase === 'starting'}
      disabled={isLimitReached || turn.phase === 'sending'}
      onClick={() => {
        // The button is disabled while the chat is made, and would drop the focus.
        props.focusInput()
        void begin()
      }}
    >
      <MessageSquarePlus size="1rem" aria-hidden />
      New Chat
    </BusyButton>
  )
}
