import { Box, Flex, SkipNavContent, SkipNavLink } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { StealthMode } from '../../screens/cameras/stealth/stealth-mode'
import { sidebarOpenAtom } from '../../state/shell/sidebar'
import { keepFocus } from '../../ui/layout/focus-keeper'
import { ConnectionNotice } from './connection-notice'
import { PlayerSlot } from './player-slot'
import { Sidebar } from './sidebar'
import { TopBar } from './top-bar'

/** The frame of all guarded screens: sidebar, or a sheet below 768 px (NAV-31, NAV-33). */
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
