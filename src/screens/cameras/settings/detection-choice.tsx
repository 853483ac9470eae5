import { useAtomValue, useSetAtom } from 'jotai/react'
import { useMemo } from 'react'
import { changeDetectionDraftAtom, detectionAtomOf } from '../../../state/capture/detection-draft'
import { RadioChoice } from '../../../ui/forms/radio-choice'

const methods = [
  {
    value: 'adaptive',
    label: 'Adaptive (recommended)',
    line: 'Learns the scene: finds people far away, ignores lamps, clouds and noise.',
  },
  {
    value: 'classic',
    label: 'Classic',
    line: 'Compares whole pictures: any large change counts, light too.',
  },
] as const

/** How D is measured; kept in this browser. */
export function DetectionChoice({ cameraId }: { readonly cameraId: string }) {
  const ownDetectionAtom = useMemo(() => detectionAtomOf(cameraId), [cameraId])
  const { method } = useAtomValue(ownDetectionAtom)
  const change = useSetAtom(changeDetectionDraftAtom)
  return (
    <RadioChoice label="Detection" value={method} options={methods} onChange={(chosen) => change({ method: chosen })} />
  )
}
