import { Box, Flex, IconButton } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { PanelLeft } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { sheetOpenAtom, toggleSidebarAtom } from '../../state/shell/sidebar'
import { isLetterKey } from '../../ui/forms/letter-key'
import { LatePart } from '../../ui/layout/late-part'
import { Logo } from '../../ui/layout/logo'
import { isNarrow } from '../../ui/layout/mobile-device'
import { ModeSlot } from './mode-slot'
import { NavigationButton } from './navigation-button'

/** Its code comes behind the screen: wide windows never need it. */
const navigationSheet = new LatePart(async () => (await import('./navigation-sheet')).NavigationSheet)

/** Above every guarded screen: Ctrl or Cmd with B opens and closes the navigation (NAV-28). */
export function TopBar() {
  const toggleSidebar = useSetAtom(toggleSidebarAtom)
  const setIsSheetOpen = useSetAtom(sheetOpenAtom)
  const [path] = useLocation()
  // Before the paint: who sees the navigation may press the key, and a busy machine is late with what comes after (FACE-05).
  useLayoutEffect(() => {
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
      <NavigationButton sheet={navigationSheet} />
      <Box hideFrom="md">
        <Logo size="1.75rem" />
      </Box>
      <Box hideFrom="md" ms="auto">
        <ModeSlot look="bar" />
      </Box>
    </Flex>
  )
}

/** With Shift or Alt it is the browser's. A browser that fills in a form sends events without a key. */
function isSidebarKey(event: Event): event is KeyboardEvent {
  if (!(event instanceof KeyboardEvent) || event.altKey || event.shiftKey) return false
  return isLetterKey(event, 'B') && (event.ctrlKey || event.metaKey)
}
