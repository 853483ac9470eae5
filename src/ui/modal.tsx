import { CloseButton, Dialog, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A dialog with title, body and optional buttons; the full screen on phones. */
export function Modal(props: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly size?: 'md' | 'lg' | 'xl'
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  return (
    <Dialog.Root
      open={props.isOpen}
      onOpenChange={({ open }) => !open && props.onClose()}
      size={{ mdDown: 'full', md: props.size ?? 'md' }}
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{props.title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{props.children}</Dialog.Body>
            {props.footer && <Dialog.Footer>{props.footer}</Dialog.Footer>}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label="Close" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
