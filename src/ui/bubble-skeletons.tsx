import { Flex, Skeleton } from '@chakra-ui/react'
import { useEffect, useState } from 'react'

/** Nothing flickers: what loads within this time shows no skeleton. */
const PATIENCE_MS = 300

const shapes = [
  { from: 'user', width: '46%', height: '2.75rem' },
  { from: 'bot', width: '64%', height: '4.5rem' },
  { from: 'user', width: '34%', height: '2.75rem' },
  { from: 'bot', width: '56%', height: '4.5rem' },
] as const

/** Grey bubbles while a conversation loads. */
export function BubbleSkeletons() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
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
