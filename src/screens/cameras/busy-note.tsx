import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { CaptureState } from '../../state/cameras/capture-states'
import { busySentence } from '../../state/capture/busy-words'
import { clipMakingsAtom } from '../../state/recordings/clip-codecs'

/** What a camera that watches does with less of since this machine is busy (LESS-04). */
export function BusyNote(props: { readonly cameraId: string; readonly capture: CaptureState | undefined }) {
  const { cameraId, capture } = props
  const making = useAtomValue(clipMakingsAtom).get(cameraId)
  if (capture?.phase !== 'running' || capture.motion.phase === 'off') return null
  const sentence = busySentence(capture.pace.less, making)
  return (
    sentence !== null && (
      <Text color="fg.muted" textStyle="sm">
        {sentence}
      </Text>
    )
  )
}
