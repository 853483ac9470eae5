import { Box, Center } from '@chakra-ui/react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { PictureSize } from '../../lib/picture-size'
import { WIDE_PICTURE_HEIGHT } from '../layout/modal'
import { StreamVideo } from './stream-video'

const StageSize = createContext<PictureSize>({ width: 16, height: 9 })

/** Measures of the stage's picture, for layers that are drawn in its proportions. */
export function useStageSize(): PictureSize {
  return useContext(StageSize)
}

/** High enough for whole pixels in drawings. */
const DRAWN_HEIGHT = 1_000

/** A live picture whole and in its own proportions, and layers over it that fit exactly. */
export function PictureStage(props: {
  readonly stream: MediaStream
  readonly label: string
  readonly children?: ReactNode
}) {
  const [ratio, setRatio] = useState(16 / 9)
  return (
    <Center bg="picture" rounded="l2" overflow="hidden">
      <Box
        position="relative"
        width="100%"
        aspectRatio="var(--ratio)"
        // Never so high that a phone on its side could not be scrolled beside it; on wide screens see Modal's `wide`.
        maxW={{ base: 'calc(62dvh * var(--ratio))', lg: `calc(${WIDE_PICTURE_HEIGHT} * var(--ratio))` }}
        css={{ '--ratio': ratio }}
      >
        <StreamVideo stream={props.stream} label={props.label} onRatio={setRatio} />
        <StageSize value={{ width: Math.round(DRAWN_HEIGHT * ratio), height: DRAWN_HEIGHT }}>
          {props.children}
        </StageSize>
      </Box>
    </Center>
  )
}
