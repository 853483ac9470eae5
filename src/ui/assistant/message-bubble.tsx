import { Box, Circle, Flex, Skeleton, Text, VisuallyHidden } from '@chakra-ui/react'
import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePatience } from '../notices/skeletons'
import { Appear } from '../theme/appear'

/** One message of a conversation: ours at the left, the user's at the right. `foot` stands below it. */
export function MessageBubble(props: {
  readonly from: 'user' | 'bot'
  readonly children: ReactNode
  readonly foot?: ReactNode
}) {
  const isUser = props.from === 'user'
  return (
    <Flex asChild gap="2" direction={isUser ? 'row-reverse' : 'row'} align="flex-start" data-from={props.from}>
      <Appear as="li">
        {!isUser && <BotMark />}
        <Flex
          direction="column"
          align={isUser ? 'flex-end' : 'flex-start'}
          gap="1"
          minW="0"
          maxW={{ base: '88%', md: 'min(80%, 36rem)' }}
        >
          <VisuallyHidden>{isUser ? 'You:' : 'Assistant:'}</VisuallyHidden>
          <Box
            px="min({spacing.3}, 3.4vw)"
            py="2"
            maxW="100%"
            rounded="l3"
            {...(isUser
              ? { bg: 'brand.solid', color: 'brand.contrast', borderEndEndRadius: 'l1' }
              : { bg: 'bg.muted', borderStartStartRadius: 'l1' })}
          >
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere" lineHeight="1.5" dir="auto">
              {props.children}
            </Text>
          </Box>
          {props.foot && (
            <Flex
              gap="2"
              wrap="wrap"
              align="center"
              textStyle="xs"
              color="fg.muted"
              justify={isUser ? 'flex-end' : 'flex-start'}
            >
              {props.foot}
            </Flex>
          )}
        </Flex>
      </Appear>
    </Flex>
  )
}

/** The assistant's mark beside what it says. */
function BotMark() {
  return (
    <Circle size="min({sizes.8}, 9vw)" bg="brand.subtle" color="brand.fg" flexShrink={0} aria-hidden>
      <Bot size="1.1rem" />
    </Circle>
  )
}

const delays = ['0ms', '160ms', '320ms']

/** Three dots while an answer is being written. They fade rather than jump, so that they stay calm at rest too. */
export function TypingDots(props: { readonly label: string }) {
  return (
    <Flex asChild gap="2" align="center">
      <Appear as="li">
        <BotMark />
        <Flex gap="1.5" px="4" h="10" align="center" bg="bg.muted" rounded="l3" borderStartStartRadius="l1">
          <VisuallyHidden>{props.label}</VisuallyHidden>
          {delays.map((delay) => (
            <Box
              key={delay}
              boxSize="1.5"
              rounded="full"
              bg="fg.subtle"
              animation="pulse"
              animationDuration="1.2s"
              style={{ animationDelay: delay }}
              aria-hidden
            />
          ))}
        </Flex>
      </Appear>
    </Flex>
  )
}

const shapes = [
  { from: 'user', width: '46%', height: '2.75rem' },
  { from: 'bot', width: '64%', height: '4.5rem' },
  { from: 'user', width: '34%', height: '2.75rem' },
  { from: 'bot', width: '56%', height: '4.5rem' },
] as const

/** Grey bubbles while a conversation loads. */
export function BubbleSkeletons() {
  const isShown = usePatience()
  return shapes.map(({ from, width, height }) => (
    <Flex
      as="li"
      key={width}
      gap="2"
      direction={from === 'user' ? 'row-reverse' : 'row'}
      visibility={isShown ? 'visible' : 'hidden'}
      aria-hidden
    >
      {from === 'bot' && <Skeleton boxSize="8" rounded="full" flexShrink={0} />}
      <Skeleton width={width} height={height} rounded="l3" />
    </Flex>
  ))
}
