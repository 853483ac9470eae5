import { Box } from '@chakra-ui/react'
import { type Span, shareIn } from '../../lib/span'

/** The axis below the lanes keeps its labels free. */
const AXIS_HEIGHT = '1.5rem'

/** A moment as a line over all lanes; it moves without anything being laid out anew. */
export function MomentLine(props: { readonly span: Span; readonly atMs: number; readonly isFaint?: boolean }) {
  const { span, atMs } = props
  if (atMs < span.fromMs || atMs > span.untilMs) return null
  return (
    <Box position="absolute" insetX="0" top="0" bottom={AXIS_HEIGHT} overflow="hidden" pointerEvents="none" aria-hidden>
      <Box position="absolute" inset="0" style={{ transform: `translateX(${shareIn(span, atMs) * 100}%)` }}>
        <Box
          position="absolute"
          insetY="0"
          left="0"
          width={props.isFaint ? '1px' : '2px'}
          bg={props.isFaint ? 'fg.subtle' : 'fg'}
        />
      </Box>
    </Box>
  )
}
