import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { IN_FULL_SCREEN } from './player-screen'

/** Height of the controls below the picture, and the gap between; on phones they have two lines. */
const CONTROLS_HEIGHT = { base: '4.5rem', md: '2.75rem' }

/** Height of all that stands above and below the picture, and around the dialog. */
export const BESIDE_PICTURE = '22rem'

/** Room of the picture in the player: 16:9, as large as the screen leaves beside what belongs to it. */
export function PlayerStage(props: {
  readonly children: ReactNode
  /** The controls' room stays free, so that nothing moves when they come. */
  readonly hasNoControls?: boolean
}) {
  return (
    <Box
      position="relative"
      bg="gray.950"
      color="gray.200"
      rounded="l2"
      overflow="hidden"
      mx="auto"
      width="100%"
      aspectRatio="16 / 9"
      maxH={`calc(100dvh - ${BESIDE_PICTURE})`}
      minH="10rem"
      mb={props.hasNoControls ? CONTROLS_HEIGHT : undefined}
      css={{ [IN_FULL_SCREEN]: { flex: 1, aspectRatio: 'auto', maxHeight: 'none', minHeight: 0, background: 'black' } }}
    >
      {props.children}
    </Box>
  )
}
