import { Button, Flex, SimpleGrid } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { chatDraftAtom, quickQuestions } from '../../state/assistant/chat'
import { isChatLimitReachedAtom } from '../../state/assistant/chat-count'
import { Panel } from '../../ui/layout/panel'
import { showFocused } from '../../ui/layout/show-focused'

interface Asking {
  readonly focusInput: () => void
}

/** Canned prompts that fill the input (CHAT-08). */
export function QuickQuestions({ focusInput }: Asking) {
  return (
    <Panel heading="Quick Questions">
      <SimpleGrid columns={{ base: 1, md: 2, lg: 1 }} gap="2">
        {quickQuestions.map((question) => (
          <Question key={question} question={question} focusInput={focusInput} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}

/** The same in narrow windows: a line above the input, under the thumb, rather than below everything (FACE-13). */
export function QuestionStrip({ focusInput }: Asking) {
  const isLimitReached = useAtomValue(isChatLimitReachedAtom)
  return (
    <Flex
      role="group"
      aria-label="Quick Questions"
      gap="2"
      px="3"
      pt="2"
      pb="1"
      overflowX="auto"
      flexShrink={0}
      onFocus={showFocused}
      // Keys scroll it by its buttons, or where those are disabled by itself.
      tabIndex={isLimitReached ? 0 : undefined}
    >
      {quickQuestions.map((question) => (
        <Question key={question} question={question} focusInput={focusInput} isInStrip />
      ))}
    </Flex>
  )
}

const inCard = {
  height: 'auto',
  minH: '9',
  py: '1.5',
  whiteSpace: 'normal',
  textAlign: 'start',
  justifyContent: 'flex-start',
} as const
const inStrip = { minH: '11', rounded: 'full', flexShrink: 0 } as const

function Question(props: Asking & { readonly question: string; readonly isInStrip?: boolean }) {
  const { question, focusInput } = props
  const setDraft = useSetAtom(chatDraftAtom)
  const isLimitReached = useAtomValue(isChatLimitReachedAtom)
  return (
    <Button
      variant="outline"
      size="sm"
      fontWeight="normal"
      {...(props.isInStrip ? inStrip : inCard)}
      disabled={isLimitReached}
      onClick={() => {
        setDraft(question)
        focusInput()
      }}
    >
      {question}
    </Button>
  )
}
