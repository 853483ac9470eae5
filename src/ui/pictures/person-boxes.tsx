import { chakra } from '@chakra-ui/react'
import type { Box } from '../../lib/box'

/** Pixels of a picture as it was taken. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

export interface PersonBox {
  readonly box: Box
  /** 0 to 1; without it, all of it shows. */
  readonly opacity?: number
}

/** The colour of persons in its brightest shade, on a dark rim: one of both is seen on any picture, in either theme. */
export const frameColor = 'brand.300'
const rimColor = 'blackAlpha.800'

const frameWidthPx = 2
const rimWidthPx = 4
/** Roundness of a frame's corners, as a share of the picture's width. */
const ROUNDNESS = 1 / 80

/**
 * Frames around people, laid over a picture that fills the same place with the same `object-fit`: a drawing of the
 * picture's own size that the browser fits by the same rule, so that frames stay on the people in every place.
 */
export function PersonBoxes(props: {
  readonly size: PictureSize
  readonly fit: 'cover' | 'contain'
  readonly boxes: readonly PersonBox[]
}) {
  const { width, height } = props.size
  return (
    <chakra.svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`xMidYMid ${props.fit === 'cover' ? 'slice' : 'meet'}`}
      position="absolute"
      inset="0"
      width="100%"
      height="100%"
      pointerEvents="none"
      fill="none"
      data-testid="person-boxes"
      aria-hidden
    >
      {props.boxes.map(({ box, opacity = 1 }, index) => {
        const frame = {
          ...frameOf(box, props.size),
          rx: width * ROUNDNESS,
          vectorEffect: 'non-scaling-stroke',
        } as const
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no names, and a frame no state
          <g key={index} opacity={opacity}>
            <chakra.rect {...frame} stroke={rimColor} strokeWidth={rimWidthPx} />
            <chakra.rect {...frame} stroke={frameColor} strokeWidth={frameWidthPx} />
          </g>
        )
      })}
    </chakra.svg>
  )
}

/** A box in pixels of the picture; none reaches beyond it. */
function frameOf({ left, top, width, height }: Box, size: PictureSize) {
  return {
    x: left * size.width,
    y: top * size.height,
    width: Math.min(width, 1 - left) * size.width,
    height: Math.min(height, 1 - top) * size.height,
  }
}
