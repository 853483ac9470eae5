import { chakra } from '@chakra-ui/react'
import { memo, useId, useMemo } from 'react'
import type { Span } from '../../lib/span'
import { type DrawnLane, LANE_HEIGHT_PX, lanePaths } from './lane-paths'

/** A camera's time. Drawn anew for other events, another time or another width, and never while the line moves. */
export const LaneDrawing = memo(function LaneDrawing(props: {
  readonly lane: DrawnLane
  readonly span: Span
  readonly widthPx: number
}) {
  const { lane, span, widthPx } = props
  const hatching = useId()
  const paths = useMemo(() => lanePaths(lane, span, widthPx), [lane, span, widthPx])
  return (
    <chakra.svg display="block" width="100%" height={`${LANE_HEIGHT_PX}px`} overflow="hidden" aria-hidden>
      <pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <chakra.rect width="6" height="6" fill="bg.subtle" />
        <chakra.rect width="1" height="6" fill="border.emphasized" />
      </pattern>
      <chakra.path d={paths.unarmed} fill="bg.emphasized" data-part="unarmed" />
      <path d={paths.off} fill={`url(#${hatching})`} data-part="off" />
      <chakra.path d={paths.motion} fill="fg.muted" data-part="motion" />
      <chakra.path d={paths.films} fill="brand.solid" data-part="films" />
      <chakra.path d={paths.seen} fill="orange.solid" stroke="bg.panel" strokeWidth="1" data-part="seen" />
      <chakra.path d={paths.person} fill="brand.solid" stroke="bg.panel" strokeWidth="1" data-part="person" />
      <chakra.path d={paths.alert} fill="red.solid" stroke="bg.panel" strokeWidth="1" data-part="alert" />
    </chakra.svg>
  )
})
