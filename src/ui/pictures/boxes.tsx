import { chakra } from '@chakra-ui/react'
import type { Box } from '../../lib/box'
import type { PictureSize } from '../../lib/picture-size'
import { BoxCaptions } from './box-captions'
import { type Fit, frameColorOf, rimColor, type ShownBox } from './box-looks'

const frameWidthPx = 2
const rimWidthPx = 4
/** Roundness of a frame's corners, as a share of the picture's width. */
const ROUNDNESS = 1 / 80

/**
 * Frames around what was seen, laid over a picture that fills the same place with the same `object-fit`: a drawing of
 * the picture's own size that the browser fits by the same rule, so that frames stay where they belong in every place.
 */
export function Boxes(props: {
  readonly size: PictureSize
  readonly fit: Fit
  readonly boxes: readonly ShownBox[]
  /** Whether each says what is in it. */
  readonly areNamed: boolean
}) {
  const { size, fit, boxes } = props
  return (
    <>
      <chakra.svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio={`xMidYMid ${fit === 'cover' ? 'slice' : 'meet'}`}
        position="absolute"
        inset="0"
        width="100%"
        height="100%"
        pointerEvents="none"
        fill="none"
        data-testid="boxes"
        aria-hidden
      >
        {boxes.map((shown, index) => {
          const frame = {
            ...frameOf(shown.box, size),
            rx: size.width * ROUNDNESS,
            vectorEffect: 'non-scaling-stroke',
          } as const
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was seen has no name, and a frame no state
            <g key={index} opacity={shown.opacity ?? 1}>
              <chakra.rect {...frame} stroke={rimColor} strokeWidth={rimWidthPx} />
              <chakra.rect {...frame} stroke={frameColorOf(shown)} strokeWidth={frameWidthPx} />
            </g>
          )
        })}
      </chakra.svg>
      {props.areNamed && <BoxCaptions size={size} fit={fit} boxes={boxes} />}
    </>
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
