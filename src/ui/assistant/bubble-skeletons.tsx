import { Flex, Skeleton } from '@chakra-ui/react'
import { usePatience } from '../notices/use-patience'

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
      gap="2.5"
      direction={from === 'user' ? 'row-reverse' : 'row'}
      visibility={isShown ? 'visible' : 'hidden'}
      aria-hidden
    >
      {from === 'bot' && <Skeleton boxSize="8" rounded="full" flexShrink={0} />}
      <Skeleton width={width} height={height} rounded="l3" />
    </Flex>
  ))
}
