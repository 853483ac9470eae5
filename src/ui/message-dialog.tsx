import { Button, chakra, Flex, Heading } from '@chakra-ui/react'
import { useId, useLayoutEffect, useRef } from 'react'

interface Message {
  readonly text: string
  readonly onClose: () => void
}

/** One sentence to acknowledge, with role alertdialog: never a native alert, which would stop a recording. */
export function MessageDialog({ text, onClose }: { readonly text: string | null; readonly onClose: () => void }) {
  return text === null ? null : <OpenMessage text={text} onClose={onClose} />
}

/**
 * The browser's own modal dialog: it holds the focus and gives it back without code of ours, which sign-in would have
 * to wait for, and which could not be fetched any more once the hub is away.
 */
function OpenMessage({ text, onClose }: Message) {
  const dialog = useRef<HTMLDialogElement>(null)
  const textId = useId()
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      m="auto"
      p="6"
      width="calc(100vw - 2rem)"
      maxW="sm"
      bg="bg.panel"
      color="fg"
      rounded="l3"
      shadow="lg"
      css={{ '&::backdrop': { background: 'blackAlpha.500' } }}
    >
      <Heading as="h2" id={textId} size="md">
        {text}
      </Heading>
      <Flex justify="flex-end" mt="6">
        <Button colorPalette="brand" onClick={onClose}>
          OK
        </Button>
      </Flex>
    </chakra.dialog>
  )
}
