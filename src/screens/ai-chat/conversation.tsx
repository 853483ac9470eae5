import { Button, Flex } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { CircleAlert, RotateCcw } from 'lucide-react'
import {
  chatMessagesAtom,
  chatTurnAtom,
  isChatLiveAtom,
  isChatLoadingAtom,
  isChatMissingAtom,
  mayTalkAtom,
  resendChatMessageAtom,
} from '../../state/assistant/chat'
import type { UserMessage } from '../../state/assistant/chat-messages'
import { latestChatQueryAtom } from '../../state/assistant/chat-reads'
import { BubbleSkeletons } from '../../ui/assistant/bubble-skeletons'
import { MessageBubble } from '../../ui/assistant/message-bubble'
import { MessageScroller } from '../../ui/assistant/message-scroller'
import { TypingDots } from '../../ui/assistant/typing-dots'
import { TryAgain } from '../../ui/notices/try-again'
import { Appearing } from '../../ui/theme/appear'
import { AnswerText } from './answer-text'
import { MessageTime } from './message-time'

const unsentLines = {
  'no-connection': 'Not sent: no connection.',
  'no-answer': 'Not sent: the assistant did not answer.',
} as const

export function Conversation(props: { readonly focusInput: () => void }) {
  const messages = useAtomValue(chatMessagesAtom)
  const turn = useAtomValue(chatTurnAtom)
  const isLoading = useAtomValue(isChatLoadingAtom)
  const isLive = useAtomValue(isChatLiveAtom)
  const isMissing = useAtomValue(isChatMissingAtom)
  // A conversation only grows at its end, so a place in it names its message, also once the hub tells it anew.
  const placed = messages.map((message, place) => ({ message, place }))
  const [first, ...rest] = placed.map(({ message, place }) => (
    <MessageBubble
      key={place}
      from={message.from}
      foot={
        <>
          {message.from === 'user' && message.delivery !== 'sent' && (
            <Unsent message={message} focusInput={props.focusInput} />
          )}
          <MessageTime at={message.at} />
        </>
      }
    >
      {message.from === 'bot' ? <AnswerText text={message.text} /> : message.text}
    </MessageBubble>
  ))
  return (
    <MessageScroller
      label="Conversation"
      revision={`${messages.length} ${messages[0]?.text} ${turn.phase} ${isLoading}`}
      isOwn={turn.phase === 'sending'}
      isBusy={isLoading}
      isLive={isLive}
    >
      {/* What was said before the screen was opened is there at once; what is said from then on appears. */}
      <Appearing key={isLoading ? 'loading' : 'loaded'}>
        {first}
        {isLoading && <BubbleSkeletons />}
        {isMissing && <MissingChat />}
        {rest}
        {turn.phase === 'sending' && <TypingDots label="The assistant is thinking" />}
      </Appearing>
    </MessageScroller>
  )
}

/** In the place of a conversation that could not be read: it may well hold something. */
function MissingChat() {
  const query = useAtomValue(latestChatQueryAtom)
  return (
    <li>
      <TryAgain
        text="Your latest chat is not here yet."
        isTrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </li>
  )
}

function Unsent(props: { readonly message: UserMessage; readonly focusInput: () => void }) {
  const { message } = props
  const resend = useSetAtom(resendChatMessageAtom)
  const mayTalk = useAtomValue(mayTalkAtom)
  if (message.delivery === 'sent') return null
  return (
    <>
      <Flex gap="1" align="center" color="red.fg">
        <CircleAlert size="0.9rem" aria-hidden />
        {unsentLines[message.delivery]}
      </Flex>
      <Button
        size="xs"
        variant="outline"
        disabled={!mayTalk}
        onClick={() => {
          // The button goes with its message; the focus must not.
          props.focusInput()
          void resend(message)
        }}
      >
        <RotateCcw size="0.8rem" aria-hidden />
        Try Again
      </Button>
    </>
  )
}
