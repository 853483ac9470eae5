import { Box, chakra, Flex, Span } from '@chakra-ui/react'
import { Picture } from './picture'
import { ShownStream } from './shown-stream'

/** Of every tile, so that a row has its height before it is known who is in it. */
export const TILE_HEIGHT = { base: '11.5rem', lg: '9.75rem' } as const

/** Three of 16:9 fit beside the status in a window of 1440 px. */
const TILE_WIDTH = { base: 'calc(11.5rem * 16 / 9)', lg: 'calc(9.75rem * 16 / 9)' } as const

/** Where there are more, the next one looks in at the edge. */
const CROWDED_WIDTH = { base: TILE_WIDTH.base, lg: '15.5rem' } as const

/** Of a tile among `count`: one alone takes the width that there is. */
export function tileWidth(count: number) {
  return count > 3 ? CROWDED_WIDTH : count > 1 ? TILE_WIDTH : ({ base: '100%', lg: TILE_WIDTH.lg } as const)
}

/**
 * A camera as it is now, with its name on a ground of its own. One that is well is quiet; one that is off has lost its
 * colour, and says so. The words beside it, for those who do not see it, are the caller's.
 */
export function CameraTile(props: {
  readonly name: string
  readonly isOff: boolean
  /** That is what was told last; how it is now is not known. */
  readonly isStale: boolean
  /** How many stand in its row. */
  readonly count: number
  /** The camera's own stream, where it runs in this tab. */
  readonly stream: MediaStream | null
  /** Its latest snapshot; null: there is none. */
  readonly url: string | null
}) {
  const { name, isOff } = props
  return (
    <Box
      position="relative"
      height={TILE_HEIGHT}
      width={tileWidth(props.count)}
      maxW="100%"
      rounded="l3"
      overflow="hidden"
      bg="picture"
      borderWidth="1px"
      borderColor={isOff && !props.isStale ? 'red.solid' : 'border'}
    >
      <Box position="absolute" inset="0" display="grid" placeItems="center" filter={isOff ? 'grayscale(1)' : undefined}>
        {/* Never smaller than the tile, which cuts what stands out. */}
        <Box width="100%" minW={TILE_WIDTH} aspectRatio="16 / 9">
          {props.stream === null ? (
            <Picture url={props.url} alt="" />
          ) : (
            <ShownStream stream={props.stream} label={`Live picture of ${name}`} />
          )}
        </Box>
      </Box>
      <Flex
        position="absolute"
        insetX="0"
        bottom="0"
        columnGap="2"
        rowGap="1"
        p="2"
        align="center"
        justify="space-between"
        // A long name is read before what stands beside it.
        wrap="wrap"
      >
        <Flex
          align="center"
          gap="2"
          minW="0"
          px="2"
          py="0.5"
          rounded="l2"
          bg="picture.ground"
          color="white"
          textStyle="sm"
        >
          {!isOff && !props.isStale && (
            <Box boxSize="2" flexShrink={0} rounded="full" bg="picture.well" forcedColorAdjust="none" />
          )}
          <Span lineClamp={2} overflowWrap="anywhere" fontWeight="medium">
            {name}
          </Span>
        </Flex>
        {isOff && (
          <chakra.span
            px="2"
            py="0.5"
            rounded="l2"
            bg={props.isStale ? 'picture.ground' : 'picture.off'}
            color="white"
            textStyle="sm"
            fontWeight="semibold"
            flexShrink={0}
            aria-hidden
          >
            {props.isStale ? 'Last known: OFFLINE' : 'OFFLINE'}
          </chakra.span>
        )}
      </Flex>
    </Box>
  )
}
