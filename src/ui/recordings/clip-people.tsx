import { useState } from 'react'
import type { Detection } from '../../contract/detection'
import { boxesNear, boxesNearest } from '../../lib/seen-moments'
import { PersonBoxes, type PictureSize } from '../pictures/person-boxes'

/** Frames around the people of a playing recording, as they were seen around the time that it shows. */
export function ClipPeople(props: {
  readonly detections: readonly Detection[]
  readonly atSec: number
  readonly size: PictureSize
}) {
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const boxes = (isCalm ? boxesNearest : boxesNear)(props.detections, props.atSec * 1000)
  return boxes.length === 0 ? null : <PersonBoxes size={props.size} fit="contain" boxes={boxes} />
}
