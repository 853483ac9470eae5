import { Text } from '@chakra-ui/react'
import type { CaptureState } from '../../state/cameras/capture-states'
import { busySentence } from '../../state/capture/busy-words'

/** What a camera that watches does with less of since this machine is busy (LESS-04). */
export function BusyNote({ capture }: { readonly capture: CaptureState | undefined }) {
  if (capture?.phase !== 'running' || capture.motion.phase === 'off') return null
  const sentence = busySentence(capture.pace.less)
  return (
    sentence !== null && (
      <Text color="fg.muted" textStyle="sm">
        {sentence}
      </Text>
    )
  )
}
