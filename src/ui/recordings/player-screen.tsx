import { Flex } from '@chakra-ui/react'
import type { ReactNode, Ref } from 'react'

/** Set on what fills the screen; the picture in it takes all the room that the controls leave. */
export const IN_FULL_SCREEN = '[data-full-screen] &'

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
