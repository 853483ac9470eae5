import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode, Ref } from 'react'

/** Set on what fills the screen; the picture in it takes all the room that the controls leave. */
const IN_FULL_SCREEN = '[data-full-screen] &'

/** Picture, boxes and controls of the player: what goes into the full screen together, from one recording to the next. */
export function PlayerScreen(props: {
  readonly ref: Ref<HTMLDivElement>
  readonly isFull: boolean
  readonly children: ReactNode
}) {
  const { isFull } = props
  return (
    <Flex
      ref={props.ref}
      direction="column"
      // Dark in either theme: nothing bright beside a picture in a dark room.
      {...(isFull && {
        className: 'chakra-theme dark',
        colorPalette: 'gray',
        bg: 'black',
        color: 'fg',
        px: '3',
        pb: '3',
        'data-full-screen': '',
      })}
    >
      {props.children}
    </Flex>
  )
}

/** Height of the controls below the picture, and the gap between; on phones they have two lines. */
const CONTROLS_HEIGHT = { base: '4.5rem', md: '2.75rem' }

/** Height of all that stands above and below the picture, and around the dialog. */
export const BESIDE_PICTURE = '22rem'

/** The same with a description of up to four lines. */
export const BESIDE_DESCRIBED = '28rem'

/** Where the dialog says it to the picture in it. */
export const BESIDE_VARIABLE = '--beside-picture'

/** Room of the picture in the player: 16:9, as large as the screen leaves beside what belongs to it. */
export function PlayerStage(props: {
  readonly children: ReactNode
  /** The controls' room stays free, so that nothing moves when they come. */
  readonly hasNoControls?: boolean
  /** Height of all that is not the picture, where that is not the player's. */
  readonly beside?: string
}) {
  return (
    <Box
      position="relative"
      bg="picture"
      color="picture.fg"
      rounded="l2"
      overflow="hidden"
      mx="auto"
      width="100%"
      aspectRatio="16 / 9"
      maxH={`calc(100dvh - ${props.beside ?? `var(${BESIDE_VARIABLE}, ${BESIDE_PICTURE})`})`}
      minH="10rem"
      mb={props.hasNoControls ? CONTROLS_HEIGHT : undefined}
      css={{ [IN_FULL_SCREEN]: { flex: 1, aspectRatio: 'auto', maxHeight: 'none', minHeight: 0, background: 'black' } }}
    >
      {props.children}
    </Box>
  )
}
