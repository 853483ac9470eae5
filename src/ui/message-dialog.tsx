import { Button, Dialog, Portal } from '@chakra-ui/react'
import { useRef } from 'react'

/** One sentence to acknowledge, with role alertdialog: never a native alert, which would stop a recording. */
export function MessageDialog(props: { readonly text: string | null; readonly onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dialog.Root
      role="alertdialog"
      size="xs"
      placement="center"
      open={props.text !== null}
      onOpenChange={({ open }) => !open && props.onClose()}
      initialFocusEl={() => button.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title textStyle="md">{props.text}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Footer>
              <Button ref={button} colorPalette="brand" onClick={props.onClose}>
                OK
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
