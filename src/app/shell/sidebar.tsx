import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { LogOut, Moon, Share2, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { colorModeAtom, toggleColorModeAtom } from '../../state/shell/color-mode'
import { sessionAtom, signOutAtom } from '../../state/sign-in/session'
import { Logo } from '../../ui/layout/logo'
import { type Destination, dailyScreens, settingScreens } from './destinations'
import { FooterButton, NavLink } from './sidebar-buttons'

const groups: readonly { readonly label: string; readonly items: readonly Destination[] }[] = [
  { label: 'Navigation', items: dailyScreens },
  { label: 'Settings', items: settingScreens },
]

export function Sidebar(props: {
  readonly isStrip: boolean
  /** Shows which mode holds; left out where that shows elsewhere. */
  readonly mode?: ReactNode
}) {
  const { isStrip } = props
  return (
    <Flex direction="column" height="100%" px={isStrip ? '1' : '3'} py="3" gap="4" overflowY="auto">
      <Brand isStrip={isStrip} />
      <Stack as="nav" gap="4" flex="1" aria-label="Main">
        {groups.map(({ label, items }) => (
          <Box key={label}>
            {!isStrip && (
              <Text px="2" mb="1" textStyle="xs" fontWeight="medium" color="fg.muted">
                {label}
              </Text>
            )}
            <Stack gap="0.5">
              {items.map((item) => (
                <NavLink key={item.path} item={item} isStrip={isStrip} />
              ))}
            </Stack>
          </Box>
        ))}
      </Stack>
      <Footer isStrip={isStrip} mode={props.mode} />
    </Flex>
  )
}

function Brand({ isStrip }: { readonly isStrip: boolean }) {
  return (
    <Flex asChild align="center" gap="2" px={isStrip ? '1' : '2'} py="1" minH={{ base: '11', md: 'auto' }} rounded="l2">
      <Link href="/dashboard" aria-label="Nightjar">
        <Logo size="1.9rem" />
        {!isStrip && (
          <Text fontWeight="semibold" textStyle="lg">
            Nightjar
          </Text>
        )}
      </Link>
    </Flex>
  )
}

function Footer({ isStrip, mode }: { readonly isStrip: boolean; readonly mode: ReactNode }) {
  const session = useAtomValue(sessionAtom)
  const signOut = useSetAtom(signOutAtom)
  const colorMode = useAtomValue(colorModeAtom)
  const [, navigate] = useLocation()
  const toggleColorMode = useSetAtom(toggleColorModeAtom)
  const common = { isStrip, variant: 'ghost' } as const
  const modeLabel = colorMode === 'dark' ? 'Light theme' : 'Dark theme'
  return (
    <Stack gap="0.5">
      {mode}
      {!isStrip && session.phase === 'signed-in' && session.email !== null && (
        <Text px="2" mb="1" textStyle="xs" color="fg.muted" truncate title={session.email}>
          {session.email}
        </Text>
      )}
      <FooterButton {...common} label={modeLabel} icon={colorMode === 'dark' ? Sun : Moon} onClick={toggleColorMode} />
      <FooterButton
        isStrip={isStrip}
        variant="outline"
        label="Share Videos"
        icon={Share2}
        isWay
        onClick={() => navigate('/video-sharing')}
      />
      <FooterButton {...common} label="Sign Out" icon={LogOut} onClick={() => signOut()} />
    </Stack>
  )
}
