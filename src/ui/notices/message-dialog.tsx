import { Button, Flex, Heading } from '@chakra-ui/react'
import { useId } from 'react'
import { AlertFrame } from './alert-frame'

interface Message {
  readonly text: string
  readonly onClose: () => void
}

/** One sentence to acknowledge: never a native alert, which would stop a recording. */
export function MessageDialog({ text, onClose }: { readonly text: string | null; readonly onClose: () => void }) {
  return text === null ? null : <OpenMessage text={text} onClose={onClose} />
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
