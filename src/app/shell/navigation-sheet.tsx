import { CloseButton, Drawer, Portal } from '@chakra-ui/react'
import type { MouseEvent } from 'react'
import { showFocused } from '../../ui/layout/show-focused'
import { ToastsReach } from '../../ui/layout/toasts-reach'
import { Sidebar } from './sidebar'

/** The navigation over a narrow window. */
export function NavigationSheet(props: { readonly isOpen: boolean; readonly setIsOpen: (isOpen: boolean) => void }) {
  const { isOpen, setIsOpen } = props
  // To the screen that shows already, too: no other comes, and the press would seem to do nothing.
  const closeWhenGone = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, [data-leads]') !== null) setIsOpen(false)
  }
  return (
    <Drawer.Root open={isOpen} onOpenChange={({ open }) => setIsOpen(open)} placement="start">
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content width="18rem" maxW="18rem" onFocus={showFocused} onClick={closeWhenGone}>
            <Drawer.Title srOnly>Navigation</Drawer.Title>
            <Sidebar isStrip={false} />
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label="Close navigation" />
            </Drawer.CloseTrigger>
            <ToastsReach />
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}
