import { Badge, Text, VisuallyHidden } from '@chakra-ui/react'
import type { EventDescription } from '../../contract/descriptions'

/** Beside the text of a description, which a model wrote and nobody checked. */
const MADE_BY = 'Written by a language model from pictures of the event; it may be wrong.'

/**
 * What a language model says that an event shows, marked as its words, or how far it is; nothing where it is not asked. What is
 * waited for has the height that it will have.
 */
export function DescriptionNote(props: {
  readonly description: EventDescription | undefined
  /** One where there is no room for two. */
  readonly lines: 2 | { readonly base: 2; readonly lg: 1 }
}) {
  const { description, lines } = props
  if (description === undefined) return null
  const height = lines === 2 ? '2lh' : { base: '2lh', lg: '1lh' }
  const isWritten = description.phase === 'written'
  return (
    <Text
      color={isWritten ? 'fg' : 'fg.muted'}
      textStyle="sm"
      minH={height}
      lineClamp={lines}
      flexBasis="100%"
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
