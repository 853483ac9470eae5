import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { Camera } from '../../contract/camera'
import { modeTitles } from '../../lib/mode'
import { inForceAtom, recordsInModeAtom } from '../../state/modes/mode-clock'

/** Says that motion begins no clips here now, and why; nothing where it does (MODE-11). */
export function ModeNote({ camera }: { readonly camera: Camera }) {
  const inForce = useAtomValue(inForceAtom)
  const records = useAtomValue(recordsInModeAtom)
  if (inForce === null || !camera.isMotionEnabled || records(camera.id)) return null
  return (
    <Text color="fg.muted" textStyle="sm">
      Motion is not recorded here while the mode is {modeTitles[inForce.mode]}.
    </Text>
  )
}
