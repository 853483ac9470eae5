import { Box, CloseButton, Drawer, Flex, IconButton, Portal } from '@chakra-ui/react'
import { useAtom, useSetAtom } from 'jotai/react'
import { Menu, PanelLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { sheetOpenAtom, toggleSidebarAtom } from '../../state/shell/sidebar'
import { isLetterKey } from '../../ui/forms/letter-key'
import { Logo } from '../../ui/layout/logo'
import { isNarrow } from '../../ui/layout/mobile-device'
import { Sidebar } from './sidebar'

/** Above every guarded screen: Ctrl or Cmd with B opens and closes the navigation (NAV-28). */
export function TopBar() {
  const toggleSidebar = useSetAtom(toggleSidebarAtom)
  const [isSheetOpen, setIsSheetOpen] = useAtom(sheetOpenAtom)
  const [path] = useLocation()
  useEffect(() => {
    const onKeyDown = (event: Event) => {
      if (!isSidebarKey(event)) return
      event.preventDefault()
      // Held down it repeats, and would flicker.
      if (event.repeat) return
      if (isNarrow()) setIsSheetOpen((isShown) => !isShown)
      else toggleSidebar()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [toggleSidebar, setIsSheetOpen])
  // The sheet has done its work once another screen shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the trigger
  useEffect(() => setIsSheetOpen(false), [path, setIsSheetOpen])
  return (
    <Flex as="header" align="center" gap="2" px={{ base: '2', md: '4' }} py="1.5" borderBottomWidth="1px" bg="bg.panel">
      <IconButton hideBelow="md" variant="ghost" size="sm" aria-label="Toggle sidebar" onClick={() => toggleSidebar()}>
        <PanelLeft />
      </IconButton>
      <NavigationSheet isOpen={isSheetOpen} setIsOpen={setIsSheetOpen} />
      <Box hideFrom="md">
        <Logo size="1.75rem" />
      </Box>
    </Flex>
  )
}

/** With Shift or Alt it is the browser's. A browser that fills in a form sends events without a key. */
function isSidebarKey(event: Event): event is KeyboardEvent {
  if (!(event instanceof KeyboardEvent) || event.altKey || event.shiftKey) return false
  return isLetterKey(event, 'B') && (event.ctrlKey || event.metaKey)
}

/** The navigation of narrow windows. */
function NavigationSheet(props: { readonly isOpen: boolean; readonly setIsOpen: (isOpen: boolean) => void }) {
  const { isOpen, setIsOpen } = props
  return (
    <Drawer.Root open={isOpen} onOpenChange={({ open }) => setIsOpen(open)} placement="start">
      <Drawer.Trigger asChild>
        <IconButton hideFrom="md" variant="ghost" aria-label="Open navigation">
          <Menu />
        </IconButton>
      </Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content width="18rem" maxW="18rem">
            <Drawer.Title srOnly>Navigation</Drawer.Title>
            <Sidebar isStrip={false} />
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label="Close navigation" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}
