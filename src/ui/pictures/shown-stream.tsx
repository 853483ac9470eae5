import { Box } from '@chakra-ui/react'
import { useRef } from 'react'
import { useOnScreen, usePageShown } from '../layout/use-shown'
import { StreamVideo } from './stream-video'

/**
 * A stream that fills its place, and stands still while nobody can see it (LESS-05): each picture that is shown is
 * drawn, whether it is looked at or not.
 */
export function ShownStream({ stream, label }: { readonly stream: MediaStream; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(frame, true)
  const isPageShown = usePageShown()
  return (
    <Box ref={frame} boxSize="100%">
      <StreamVideo stream={stream} label={label} isStill={!isOnScreen || !isPageShown} />
    </Box>
  )
}
