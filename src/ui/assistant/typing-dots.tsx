import { Box, Flex, VisuallyHidden } from '@chakra-ui/react'
import { Appear } from '../theme/appear'
import { BotMark } from './message-bubble'

const delays = ['0ms', '160ms', '320ms']

/** Three dots while an answer is being written. They fade rather than jump, so that they stay calm at rest too. */
export function TypingDots(props: { readonly label: string }) {
  return (
    <Flex asChild gap="2.5" align="center">
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
