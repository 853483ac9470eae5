import { Button, Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { chatDraftAtom, isChatLimitReachedAtom, quickQuestions } from '../../state/assistant/chat'
import { Panel } from '../../ui/layout/panel'

/** Canned prompts that fill the input (CHAT-08). */
export function QuickQuestions(props: { readonly focusInput: () => void }) {
  const setDraft = useSetAtom(chatDraftAtom)
  const isLimitReached = useAtomValue(isChatLimitReachedAtom)
  return (
    <Panel heading="Quick Questions">
      <Stack gap="2">
        {quickQuestions.map((question) => (
          <Button
            key={question}
            variant="outline"
            size="sm"
            height="auto"
            minH="9"
            py="1.5"
            whiteSpace="normal"
            textAlign="start"
            justifyContent="flex-start"
            fontWeight="normal"
            disabled={isLimitReached}
            onClick={() => {
              setDraft(question)
              props.focusInput()
            }}
          >
            {question}
          </Button>
        ))}
      </Stack>
    </Panel>
  )
}
