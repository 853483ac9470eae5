import { AspectRatio, Box, Center, Image, Spinner, Text } from '@chakra-ui/react'
import { CellWords, Film } from './film'
import type { FilmClock, LinkedFilm } from './film-clock'
import { useSettledPicture } from './use-settled'

/** What a camera shows at a moment. */
export type CellContent =
  | { readonly kind: 'film'; readonly film: LinkedFilm }
  /** Its link is on its way. */
  | { readonly kind: 'awaited' }
  /** Nothing can be shown of then, for this reason. */
  | { readonly kind: 'nothing'; readonly words: string }

/** One camera beside the others: its film, or its still while nothing plays. */
export function FilmCell(props: {
  readonly name: string
  readonly content: CellContent
  /** What it plays after that: opened ahead, so that it begins at once. */
  readonly next: LinkedFilm | null
  readonly hasFilm: boolean
  readonly clock: FilmClock
  readonly onLength: (film: LinkedFilm, lengthMs: number) => void
}) {
  const { content, hasFilm } = props
  const films = hasFilm ? [...(content.kind === 'film' ? [content.film] : []), ...(props.next ? [props.next] : [])] : []
  const still = useSettledPicture(content.kind === 'film' && !hasFilm ? content.film.pictureUrl : null)
  return (
    <Box
      as="figure"
      aria-label={props.name}
      position="relative"
      rounded="l2"
      overflow="hidden"
      bg="picture"
      minW="0"
      borderWidth="1px"
    >
      <AspectRatio ratio={16 / 9}>
        <Box position="relative" color="picture.muted">
          {films.map((film, index) => (
            <Film
              key={film.url}
              film={film}
              label={props.name}
              isNow={index === 0 && content.kind === 'film'}
              clock={props.clock}
              onLength={(lengthMs) => props.onLength(film, lengthMs)}
            />
          ))}
          {!hasFilm && content.kind === 'film' && still !== null && (
            <Image
              src={still}
              alt={`${props.name}, a still`}
              position="absolute"
              inset="0"
              w="100%"
              h="100%"
              objectFit="contain"
            />
          )}
          {content.kind === 'awaited' && (
            <Center position="absolute" inset="0">
              <Spinner size="md" role="status" aria-label={`Fetching a recording of ${props.name}`} />
            </Center>
          )}
          {content.kind === 'nothing' && <CellWords words={content.words} />}
        </Box>
      </AspectRatio>
      <Text
        as="figcaption"
        position="absolute"
        left="2"
        bottom="2"
        maxW="calc(100% - 1rem)"
        truncate
        px="2"
        py="0.5"
        rounded="l2"
        bg="picture.ground"
        color="white"
        textStyle="xs"
      >
        {props.name}
      </Text>
    </Box>
  )
}
