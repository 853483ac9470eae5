import { Badge, Text, VisuallyHidden } from '@chakra-ui/react'
import type { EventDescription } from '../../contract/descriptions'

/** Beside the text of a description, which a model wrote and nobody checked. */
const MADE_BY = 'Written by a language model from pictures of the event; it may be wrong.'

/** A row keeps the height that is awaited; the player has room for all. */
const places = {
  row: { minH: { base: '2lh', lg: '1lh' }, lineClamp: { base: 2, lg: 1 }, flexBasis: '100%' },
  player: { maxW: '65ch' },
} as const

/** What a language model says that an event shows, marked as its words, or how far it is; nothing where it is not asked. */
export function DescriptionNote(props: {
  readonly description: EventDescription | undefined
  readonly place: keyof typeof places
}) {
  const { description } = props
  if (description === undefined) return null
  const isWritten = description.phase === 'written'
  return (
    <Text
      color={isWritten ? 'fg' : 'fg.muted'}
      textStyle="sm"
      {...places[props.place]}
      overflowWrap="anywhere"
      title={isWritten ? `${description.text} (${MADE_BY})` : undefined}
    >
      {isWritten ? (
        <>
          <Badge size="xs" variant="surface" me="1.5" aria-hidden>
            AI
          </Badge>
          <VisuallyHidden>Description by a language model: </VisuallyHidden>
          {description.text}
        </>
      ) : (
        unwritten[description.phase]
      )}
    </Text>
  )
}

const unwritten = {
  waiting: 'A language model is asked what this shows…',
  'given-up': 'No description: the language model gave none.',
} as const
