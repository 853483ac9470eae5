import { Box, Circle, Flex, Text, VisuallyHidden } from '@chakra-ui/react'
import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'
import { Appear } from '../theme/appear'

/** One message of a conversation: ours at the left, the user's at the right. `foot` stands below it. */
export function MessageBubble(props: {
  readonly from: 'user' | 'bot'
  readonly children: ReactNode
  readonly foot?: ReactNode
}) {
  const isUser = props.from === 'user'
  return (
    <Flex asChild gap="2.5" direction={isUser ? 'row-reverse' : 'row'} align="flex-start" data-from={props.from}>
      <Appear as="li">
        {!isUser && <BotMark />}
        <Flex
          direction="column"
          align={isUser ? 'flex-end' : 'flex-start'}
          gap="1"
          minW="0"
          maxW={{ base: '88%', md: '80%' }}
        >
          <VisuallyHidden>{isUser ? 'You:' : 'Assistant:'}</VisuallyHidden>
          <Box
            px="3.5"
            py="2.5"
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
export function BotMark() {
  return (
    <Circle size="8" bg="brand.subtle" color="brand.fg" flexShrink={0} aria-hidden>
      <Bot size="1.1rem" />
    </Circle>
  )
}
