import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  Bell,
  Cctv,
  CreditCard,
  Film,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Moon,
  Settings,
  Share2,
  Sun,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { colorModeAtom, toggleColorModeAtom } from '../../state/color-mode'
import { sessionAtom, signOutAtom } from '../../state/session'
import { Hint } from '../../ui/hint'
import { Logo } from '../../ui/logo'

interface Item {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
}

const groups: readonly { readonly label: string; readonly items: readonly Item[] }[] = [
  {
    label: 'Navigation',
    items: [
      { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
      { path: '/cameras', label: 'Cameras', icon: Cctv },
      { path: '/ai-chat', label: 'AI Chat', icon: MessageSquare },
      { path: '/events', label: 'Events', icon: Bell },
      { path: '/videos', label: 'Videos', icon: Film },
    ],
  },
  {
    label: 'Settings',
    items: [
      { path: '/notifications', label: 'Notifications', icon: Settings },
      { path: '/billing', label: 'Billing', icon: CreditCard },
    ],
  },
]

/** In the icon strip labels are hints, which open sooner there. */
const STRIP_HINT_DELAY_MS = 200

export function Sidebar(props: { readonly isStrip: boolean }) {
  const { isStrip } = props
  return (
    <Flex direction="column" height="100%" px={isStrip ? '1' : '3'} py="3" gap="4" overflowY="auto">
      <Brand isStrip={isStrip} />
      <Stack as="nav" gap="5" flex="1" aria-label="Main">
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
      <Footer isStrip={isStrip} />
    </Flex>
  )
}

function Brand({ isStrip }: { readonly isStrip: boolean }) {
  return (
    <Flex asChild align="center" gap="2.5" px={isStrip ? '1' : '2'} py="1" rounded="l2">
      <Link href="/dashboard" aria-label="Nightjar, to the dashboard">
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

function NavLink({ item, isStrip }: { readonly item: Item; readonly isStrip: boolean }) {
  const [path] = useLocation()
  const isHere = path === item.path
  const Icon = item.icon
  return (
    <Hint text={item.label} isDisabled={!isStrip} openDelayMs={STRIP_HINT_DELAY_MS} placement="right">
      <Button
        asChild
        variant="ghost"
        colorPalette={isHere ? 'brand' : 'gray'}
        bg={isHere ? 'colorPalette.subtle' : undefined}
        color={isHere ? 'colorPalette.fg' : 'fg'}
        justifyContent={isStrip ? 'center' : 'flex-start'}
        px={isStrip ? '0' : '2.5'}
        minW="0"
        size="sm"
        width="100%"
      >
        <Link href={item.path} aria-current={isHere ? 'page' : undefined} aria-label={item.label}>
          <Icon size="1.1rem" aria-hidden />
          {!isStrip && item.label}
        </Link>
      </Button>
    </Hint>
  )
}

function Footer({ isStrip }: { readonly isStrip: boolean }) {
  const session = useAtomValue(sessionAtom)
  const signOut = useSetAtom(signOutAtom)
  const colorMode = useAtomValue(colorModeAtom)
  const [, navigate] = useLocation()
  const toggleColorMode = useSetAtom(toggleColorModeAtom)
  const common = { isStrip, variant: 'ghost' } as const
  const modeLabel = colorMode === 'dark' ? 'Light theme' : 'Dark theme'
  return (
    <Stack gap="0.5">
      {!isStrip && session.phase === 'signed-in' && session.email !== null && (
        <Text px="2.5" mb="1" textStyle="xs" color="fg.muted" truncate title={session.email}>
          {session.email}
        </Text>
      )}
      <FooterButton {...common} label={modeLabel} icon={colorMode === 'dark' ? Sun : Moon} onClick={toggleColorMode} />
      <FooterButton
        isStrip={isStrip}
        variant="outline"
        label="Share Videos"
        icon={Share2}
        onClick={() => navigate('/video-sharing')}
      />
      <FooterButton {...common} label="Sign Out" icon={LogOut} onClick={() => signOut()} />
    </Stack>
  )
}

function FooterButton(props: {
  readonly isStrip: boolean
  readonly variant: 'ghost' | 'outline'
  readonly label: string
  readonly icon: LucideIcon
  readonly onClick: () => void
}) {
  const { isStrip, label, icon: Icon } = props
  return (
    <Hint text={label} isDisabled={!isStrip} openDelayMs={STRIP_HINT_DELAY_MS} placement="right">
      <Button
        variant={props.variant}
        size="sm"
        minW="0"
        px={isStrip ? '0' : '2.5'}
        justifyContent={isStrip ? 'center' : 'flex-start'}
        aria-label={label}
        onClick={props.onClick}
      >
        <Icon size="1.1rem" aria-hidden />
        {!isStrip && <chakra.span>{label}</chakra.span>}
      </Button>
    </Hint>
  )
}
