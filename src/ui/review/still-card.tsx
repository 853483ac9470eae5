import { Box, Image, Text } from '@chakra-ui/react'
import { type Span, shareIn } from '../../lib/span'
import { useSettledPicture } from './use-settled'

const WIDTH = '11rem'

/** What was seen about a moment, beside the pointer. `pictureUrl`: null while it is on its way, or where there is none. */
export function StillCard(props: {
  readonly span: Span
  readonly atMs: number
  /** Where its lane begins; it stands above that. */
  readonly topPx: number
  readonly pictureUrl: string | null
  readonly hasPicture: boolean
  readonly title: string
  readonly words: string
}) {
  const shown = useSettledPicture(props.pictureUrl)
  return (
    <Box
      data-testid="still-card"
      position="absolute"
      width={WIDTH}
      zIndex="popover"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      rounded="l2"
      shadow="lg"
      overflow="hidden"
      pointerEvents="none"
      // The lane's own option is read out.
      aria-hidden
      style={{
        top: `${props.topPx - 4}px`,
        left: `clamp(0px, calc(${shareIn(props.span, props.atMs) * 100}% - ${WIDTH} / 2), calc(100% - ${WIDTH}))`,
        transform: 'translateY(-100%)',
      }}
    >
      {props.hasPicture && (
        <Box aspectRatio="16 / 9" bg="picture">
          {shown !== null && <Image src={shown} alt="" width="100%" height="100%" objectFit="cover" decoding="async" />}
        </Box>
      )}
      <Box px="2" py="1.5">
        <Text textStyle="xs" fontWeight="medium" truncate>
          {props.title}
        </Text>
        <Text textStyle="xs" color="fg.muted" lineClamp={2}>
          {props.words}
        </Text>
      </Box>
    </Box>
  )
}
