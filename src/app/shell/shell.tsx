import { Box, CloseButton, Drawer, Flex, IconButton, Portal, SkipNavContent, SkipNavLink } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Menu, PanelLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { StealthMode } from '../../screens/cameras/stealth/stealth-mode'
import { sheetOpenAtom, sidebarOpenAtom, toggleSidebarAtom } from '../../state/sidebar'
import { keepFocus } from '../../ui/focus-keeper'
import { Logo } from '../../ui/logo'
import { isNarrow } from '../../ui/mobile-device'
import { ConnectionNotice } from './connection-notice'
import { PlayerSlot } from './player-slot'
import { Sidebar } from './sidebar'

/** The frame of all guarded screens: sidebar, or a sheet below 768 px (spec 2, shared navigation). */
export function Shell(props: { readonly children: ReactNode }) {
  const isOpen = useAtomValue(sidebarOpenAtom)
  return (
    <Flex minH="100dvh" align="stretch">
      <SkipNavLink>Skip to content</SkipNavLink>
      <Box
        as="aside"
        aria-label="Sidebar"
        hideBelow="md"
        width={isOpen ? '16rem' : '3rem'}
        flexShrink={0}
        borderEndWidth="1px"
        bg="bg.panel"
        position="sticky"
        top="0"
        height="100dvh"
        data-testid="sidebar"
      >
        <Sidebar isStrip={!isOpen} />
      </Box>
      <Flex direction="column" flex="1" minW="0">
        <TopBar />
        <ConnectionNotice />
        <SkipNavContent />
        <Main>{props.children}</Main>
      </Flex>
      <PlayerSlot />
      <StealthMode />
    </Flex>
  )
}

function Main(props: { readonly children: ReactNode }) {
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => (main.current === null ? undefined : keepFocus(main.current)), [])
  return (
    <Box
      as="main"
      ref={main}
      flex="1"
      px={{ base: '4', md: '8' }}
      py={{ base: '5', md: '8' }}
      maxW="100rem"
      width="100%"
      outline="none"
    >
      {props.children}
    </Box>
  )
}

function TopBar() {
  const toggleSidebar = useSetAtom(toggleSidebarAtom)
  const [isSheetOpen, setIsSheetOpen] = useAtom(sheetOpenAtom)
  const [path] = useLocation()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
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
      <Drawer.Root open={isSheetOpen} onOpenChange={({ open }) => setIsSheetOpen(open)} placement="start">
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
      <Box hideFrom="md">
        <Logo size="1.75rem" />
      </Box>
    </Flex>
  )
}
