import { Box, chakra } from '@chakra-ui/react'
import { labelOf } from '../../contract/detection'
import { labelTitle } from '../../lib/label'
import type { PictureSize } from '../../lib/picture-size'
import { type Fit, frameColorOf, rimColor, type ShownBox } from './box-looks'

/**
 * What is in each box, written in its upper left corner in letters of one size, however small the picture is. Laid out
 * in the measures of the place: a drawing would shrink the letters with the picture.
 */
export function BoxCaptions(props: {
  readonly size: PictureSize
  readonly fit: Fit
  readonly boxes: readonly ShownBox[]
}) {
  const ratio = props.size.width / props.size.height
  return (
    <Box
      position="absolute"
      inset="0"
      containerType="size"
      overflow="hidden"
      pointerEvents="none"
      data-testid="box-captions"
      aria-hidden
    >
      <Box
        position="absolute"
        top="50%"
        left="50%"
        transform="translate(-50%, -50%)"
        // The picture itself, as large as `object-fit` makes it.
        style={{ aspectRatio: ratio, width: `${props.fit === 'cover' ? 'max' : 'min'}(100cqw, 100cqh * ${ratio})` }}
      >
        {props.boxes.map((shown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was seen has no name, and a caption no state
          <Caption key={index} shown={shown} />
        ))}
      </Box>
    </Box>
  )
}

/** How far into the picture its edge in the place lies: more than nothing where it is cut. */
const cutX = '(100% - 100cqw) / 2'
const cutY = '(100% - 100cqh) / 2'

function Caption({ shown }: { readonly shown: ShownBox }) {
  const { left, top, width, height } = shown.box
  const word = labelTitle(labelOf(shown))
  return (
    <Box
      // The part of the box that can be seen.
      position="absolute"
      containerType="size"
      fontSize="xs"
      fontWeight="semibold"
      lineHeight="1.25"
      style={{
        left: `max(${percent(left)}, ${cutX})`,
        top: `max(${percent(top)}, ${cutY})`,
        right: `max(${percent(1 - left - width)}, ${cutX})`,
        bottom: `max(${percent(1 - top - height)}, ${cutY})`,
        opacity: shown.opacity,
      }}
    >
      <chakra.span
        position="absolute"
        top="3px"
        left="3px"
        // By its letters, which are as large as the picture lets them be.
        px="0.25em"
        rounded="2px"
        bg={frameColorOf(shown)}
        color="picture"
        outline="1px solid"
        outlineColor={rimColor}
        whiteSpace="nowrap"
        // A box without room for the word would hide what is in it.
        css={{ [`@container (max-width: ${word.length + 1}ch) or (max-height: 2.5em)`]: { display: 'none' } }}
      >
        {word}
      </chakra.span>
    </Box>
  )
}

const percent = (share: number) => `${share * 100}%`
