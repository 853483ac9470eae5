import { Box, Center, chakra } from '@chakra-ui/react'
import { Play } from 'lucide-react'
import type { Detection } from '../../contract/detection'
import { Picture } from './picture'

/** A clip's picture with a button over all of it that plays the clip; without `onPlay` there is none. */
export function PlayPicture(props: {
  readonly url: string | null
  readonly alt: string
  readonly title: string
  readonly size?: 'sm' | 'lg'
  /** Who and what was seen in the clip. */
  readonly detections: readonly Detection[] | undefined
  readonly onPlay: (() => void) | null
}) {
  const isSmall = props.size === 'sm'
  return (
    <Box position="relative" width="100%">
      {/* The button stands where the sign of a missing picture would. */}
      <Picture url={props.url} alt={props.alt} detections={props.detections}>
        {props.onPlay === null ? undefined : ''}
      </Picture>
      {props.onPlay !== null && (
        <chakra.button
          type="button"
          className="group"
          position="absolute"
          inset="0"
          display="grid"
          placeItems="center"
          cursor="pointer"
          rounded="inherit"
          aria-label={`Play ${props.title}`}
          focusRing="inside"
          onClick={props.onPlay}
        >
          <Center
            rounded="full"
            bg="picture.ground"
            color="white"
            boxSize={isSmall ? '7' : '12'}
            transition="background-color 0.15s, transform 0.15s"
            _groupHover={{ bg: 'brand.solid', transform: 'scale(1.08)' }}
            _groupFocusVisible={{ bg: 'brand.solid' }}
          >
            <Play size={isSmall ? '0.8rem' : '1.25rem'} fill="currentColor" aria-hidden />
          </Center>
        </chakra.button>
      )}
    </Box>
  )
}
