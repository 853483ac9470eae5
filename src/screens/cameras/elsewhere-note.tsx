import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { Camera } from '../../contract/camera'
import { devicesAtom } from '../../state/cameras/devices'
import { localDevicesAtom } from '../../state/cameras/local-cameras'

/**
 * How a camera that no browser runs goes on. A browser knows a device anew at another address of the hub: after a move
 * to https the camera of this very machine looks like another's.
 */
export function ElsewhereNote({ camera }: { readonly camera: Camera }) {
  const isHere = useAtomValue(localDevicesAtom).has(camera.id)
  const isListed = useAtomValue(devicesAtom).kind === 'listed'
  if (camera.status === 'ONLINE' || isHere || !isListed) return null
  return (
    <Text color="fg.muted" textStyle="sm">
      Open Nightjar in its browser, or choose a device of this machine under Settings.
    </Text>
  )
}
