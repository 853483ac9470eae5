import { Badge, Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { BatteryCharging, Camera, Clock, Database, MonitorCheck, MonitorSmartphone, ScanEye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { askPermissionAtom, permissionAtom } from '../../state/cameras/devices'
import { type Need, type NeedName, needsAtom } from '../../state/device/needs'
import {
  clockQueryAtom,
  deviceFactsAtom,
  installAtom,
  installationAtom,
  keepStorageAtom,
} from '../../state/device/this-device'
import { BusyButton } from '../../ui/forms/busy-button'
import { usePending } from '../../ui/forms/use-pending'
import { Panel } from '../../ui/layout/panel'

const icons: Readonly<Record<NeedName, ReactNode>> = {
  permission: <Camera size="1.25rem" />,
  watching: <ScanEye size="1.25rem" />,
  awake: <MonitorCheck size="1.25rem" />,
  power: <BatteryCharging size="1.25rem" />,
  storage: <Database size="1.25rem" />,
  clock: <Clock size="1.25rem" />,
  installed: <MonitorSmartphone size="1.25rem" />,
}

const looks: Readonly<Record<Need['state'], { readonly word: string; readonly palette: string }>> = {
  ready: { word: 'Ready', palette: 'green' },
  'to-do': { word: 'To do', palette: 'orange' },
  later: { word: 'Later', palette: 'gray' },
  optional: { word: 'Optional', palette: 'gray' },
  untold: { word: 'Not told', palette: 'gray' },
  asking: { word: 'Looking', palette: 'gray' },
}

/** Each thing that a camera needs of its browser, how it stands, and a button where a page can do it. */
export function NeedsPanel() {
  const needs = useAtomValue(needsAtom)
  const facts = useAtomValue(deviceFactsAtom)
  const ready = needs.filter(({ state }) => state === 'ready').length
  return (
    <Panel
      heading={facts?.name ?? 'This device'}
      aside={<Text color="fg.muted" textStyle="sm" role="status">{`${ready} of ${needs.length} ready`}</Text>}
    >
      <Stack as="ul" gap="0" listStyleType="none" aria-label="What a camera needs" my="-2">
        {needs.map((need) => (
          <NeedLine key={need.name} need={need} />
        ))}
      </Stack>
    </Panel>
  )
}

function NeedLine({ need: { name, title, state, line } }: { readonly need: Need }) {
  const { word, palette } = looks[state]
  return (
    <Flex
      as="li"
      gap="3"
      rowGap="2"
      py="3"
      align="center"
      wrap="wrap"
      minH="4.5rem"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Flex flex="1 1 16rem" minW="0" gap="3" align="start">
        <Box color={`${palette}.fg`} flexShrink={0} pt="0.5" aria-hidden>
          {icons[name]}
        </Box>
        <Box minW="0">
          <Flex wrap="wrap" columnGap="2" rowGap="1" align="center">
            <Text fontWeight="medium">{title}</Text>
            <Badge colorPalette={palette}>{word}</Badge>
          </Flex>
          <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere" maxW="44rem">
            {line}
          </Text>
        </Box>
      </Flex>
      {state !== 'ready' && <Deed name={name} />}
    </Flex>
  )
}

/** Where it comes below the line; on a telephone with large letters its own words are two lines. */
const underTheWords = {
  ms: { base: '8', sm: '0' },
  maxW: { base: 'calc(100% - {spacing.8})', sm: '100%' },
  height: 'auto',
  minH: { base: '11', md: '9' },
  px: 'min({spacing.3.5}, 3.9vw)',
  whiteSpace: 'normal',
} as const

/** What the page can do itself; nothing where it can do nothing. */
function Deed({ name }: { readonly name: NeedName }) {
  const askPermission = useSetAtom(askPermissionAtom)
  const isAllowed = useAtomValue(permissionAtom).phase === 'granted'
  const keepStorage = useSetAtom(keepStorageAtom)
  const clock = useAtomValue(clockQueryAtom)
  const installation = useAtomValue(installationAtom)
  const install = useSetAtom(installAtom)
  switch (name) {
    case 'permission':
      // Asked once more, the browser would say yes without a word.
      return isAllowed ? null : <DeedButton label="Allow Camera" onPress={askPermission} />
    case 'storage':
      return <DeedButton label="Keep Clips" onPress={keepStorage} />
    case 'clock':
      return clock.isPending ? null : <DeedButton label="Look Again" onPress={() => clock.refetch()} />
    case 'watching':
      return (
        <Button asChild size="sm" variant="outline" {...underTheWords}>
          <Link href="/cameras">Open Cameras</Link>
        </Button>
      )
    case 'installed':
      return installation === 'offered' ? <DeedButton label="Install Nightjar" onPress={install} /> : null
    case 'awake':
    case 'power':
      return null
  }
}

function DeedButton({ label, onPress }: { readonly label: string; readonly onPress: () => Promise<unknown> }) {
  const [isBusy, run] = usePending()
  return (
    <BusyButton size="sm" variant="outline" {...underTheWords} isBusy={isBusy} onClick={() => void run(onPress)}>
      {label}
    </BusyButton>
  )
}
