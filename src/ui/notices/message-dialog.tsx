import { Button, Flex, Heading } from '@chakra-ui/react'
import { useId } from 'react'
import { createPortal } from 'react-dom'
import { AlertFrame } from './alert-frame'

interface Message {
  readonly text: string
  readonly onClose: () => void
}

/** One sentence to acknowledge: never a native alert, which would stop a recording. */
export function MessageDialog({ text, onClose }: { readonly text: string | null; readonly onClose: () => void }) {
  // Beside the page, which an open dialog of the library hides from screen readers.
  return text === null ? null : createPortal(<OpenMessage text={text} onClose={onClose} />, document.body)
}

function OpenMessage({ text, onClose }: Message) {
  const textId = useId()
  return (
    <AlertFrame labelId={textId} onClose={onClose}>
      <Heading as="h2" id={textId} size="md">
        {text}
      </Heading>
      <Flex justify="flex-end" mt="6">
        <Button colorPalette="brand" onClick={onClose}>
          OK
        </Button>
      </Flex>
    </AlertFrame>
  )
}
