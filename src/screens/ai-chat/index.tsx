import { Badge, Grid, Skeleton, Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { chatTurnAtom, openChatAtom } from '../../state/assistant/chat'
import { chatsRemainingAtom, isChatLimitReachedAtom, isCountAwaitedAtom } from '../../state/assistant/chat-count'
import { newChatAtom } from '../../state/assistant/chat-sending'
import { BusyButton } from '../../ui/forms/busy-button'
import { isNarrow, watchNarrow } from '../../ui/layout/mobile-device'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { Composer } from './composer'
import { Conversation } from './conversation'
import { QuestionStrip, QuickQuestions } from './quick-questions'
import { RecentEvents, UsageStats } from './side-cards'

export default function AiChatScreen() {
  const open = useSetAtom(openChatAtom)
  useEffect(() => open(), [open])
  const input = useRef<HTMLInputElement>(null)
  const focusInput = () => input.current?.focus()
  const hasStrip = useSyncExternalStore(watchNarrow, isNarrow)
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
          // The questions show at once: beside it, in it, or below it on windows of medium width.
          height={{
            base: 'max(22rem, calc(100dvh - 17rem))',
            md: 'max(22rem, calc(100dvh - 26rem))',
            lg: 'max(30rem, calc(100dvh - 13rem))',
          }}
        >
          <Conversation focusInput={focusInput} />
          {hasStrip && <QuestionStrip focusInput={focusInput} />}
          <Composer input={input} />
        </Panel>
        <Stack gap="4">
          {!hasStrip && <QuickQuestions focusInput={focusInput} />}
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
        {`${remaining} chats remaining`}
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
