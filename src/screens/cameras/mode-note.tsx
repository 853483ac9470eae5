import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { Camera } from '../../contract/camera'
import { modeTitles } from '../../lib/modes/mode'
import { holdingModeAtom, recordsInModeAtom } from '../../state/modes/holding-mode'

/** Says that motion begins no clips here now, and why; nothing where it does (MODE-11). */
export function ModeNote({ camera }: { readonly camera: Camera }) {
  const holding = useAtomValue(holdingModeAtom)
  const records = useAtomValue(recordsInModeAtom)
  if (holding === null || !camera.isMotionEnabled || records(camera.id)) return null
  return (
    <Text color="fg.muted" textStyle="sm">
      Motion is not recorded here while the mode is {modeTitles[holding.mode]}.
    </Text>
  )
}
