import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { useMemo } from 'react'
import type { Camera } from '../../contract/camera'
import { thresholdOf } from '../../state/cameras/cameras'
import { differenceAtomOf } from '../../state/cameras/local-cameras'
import { MotionMeter } from '../../ui/cameras/motion-meter'

/** The last check of a local camera; apart from the card, since it renders several times a second. */
export function LiveMeter({ camera }: { readonly camera: Camera }) {
  const ownDifferenceAtom = useMemo(() => differenceAtomOf(camera.id), [camera.id])
  const difference = useAtomValue(ownDifferenceAtom)
  return (
    <Box mt="2">
      <MotionMeter difference={difference} threshold={thresholdOf(camera)} />
    </Box>
  )
}
