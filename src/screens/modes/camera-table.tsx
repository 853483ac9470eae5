import { Box, chakra, Flex, IconButton, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Bell, BellOff, Video, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Camera } from '../../contract/camera'
import { type Mode, type ModeRule, modes, modeTitles, ruleOf } from '../../lib/modes/mode'
import { camerasQueryAtom } from '../../state/cameras/camera-list'
import { readingOf } from '../../state/http/reads'
import { modeSettingsAtom } from '../../state/modes/mode-view'
import { changeModesAtom } from '../../state/modes/modes'
import { Panel } from '../../ui/layout/panel'
import { modeLooks } from '../../ui/modes/mode-look'
import { AwaitedRows } from '../../ui/notices/try-again'

/** What each camera does in each mode; a press changes it at once. */
export function CameraTable() {
  return (
    <Panel heading="What Each Camera Does">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm" maxW="65ch">
          Whether motion is recorded, and whether you are told. New cameras begin with what each mode is meant for. What
          somebody records by hand is always recorded, and alerts of tampering are told in every mode but Off.
        </Text>
        <Cameras />
      </Stack>
    </Panel>
  )
}

function Cameras() {
  const query = useAtomValue(camerasQueryAtom)
  const cameras = query.data ?? []
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={2} missing="The cameras are not here yet.">
      {cameras.length === 0 ? <Text>There is no camera yet.</Text> : <Table cameras={cameras} />}
    </AwaitedRows>
  )
}

function Table({ cameras }: { readonly cameras: readonly Camera[] }) {
  return (
    <Box as="table" role="table" display="block" aria-label="Cameras and modes">
      {/* Below many cameras the signs say nothing without it. */}
      <Box as="thead" role="rowgroup" display="block" position="sticky" top="0" zIndex="1" bg="bg.panel">
        <Row>
          {/* Above the names. */}
          <Box as="td" role="cell" hideBelow="lg" />
          {modes.map((mode) => (
            <ModeHeading key={mode} mode={mode} />
          ))}
        </Row>
      </Box>
      <Box as="tbody" role="rowgroup" display="block" borderTopWidth="1px">
        {cameras.map((camera) => (
          <CameraCells key={camera.id} camera={camera} />
        ))}
      </Box>
    </Box>
  )
}

/**
 * A camera is one line where there is room, and below that its name stands above its cells. What is laid out so is no table to
 * some browsers any more, so the roles say it.
 */
function Row({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      as="tr"
      role="row"
      display="grid"
      gridTemplateColumns={{
        base: `repeat(${modes.length}, minmax(0, 1fr))`,
        lg: `minmax(12rem, 2fr) repeat(${modes.length}, minmax(0, 1fr))`,
      }}
      alignItems="center"
      rowGap="2"
      py="2"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      {children}
    </Box>
  )
}

/** Where letters are twice as large, five names and five switches beside each other are as large as a telephone has room for. */
const HEADING_LETTERS = 'min({fontSizes.sm}, 3.9vw)'
const SWITCH_WIDTH = { base: 'min({sizes.11}, 12vw)', md: '9' } as const

function ModeHeading({ mode }: { readonly mode: Mode }) {
  const { icon: Icon, palette } = modeLooks[mode]
  return (
    <chakra.th scope="col" role="columnheader" fontWeight="medium" textStyle="sm" fontSize={HEADING_LETTERS}>
      <Stack align="center" gap="1">
        <Box color={`${palette}.fg`}>
          <Icon size="1.1rem" aria-hidden />
        </Box>
        {modeTitles[mode]}
      </Stack>
    </chakra.th>
  )
}

function CameraCells({ camera }: { readonly camera: Camera }) {
  const { rules } = useAtomValue(modeSettingsAtom)
  return (
    <Row>
      <chakra.th
        scope="row"
        role="rowheader"
        gridColumn={{ base: '1 / -1', lg: 'auto' }}
        pe={{ lg: '4' }}
        minW="0"
        textAlign="start"
        fontWeight="medium"
        overflowWrap="anywhere"
      >
        {camera.name}
        {!camera.isMotionEnabled && (
          <Text color="fg.muted" textStyle="xs" fontWeight="normal">
            Its motion detection is off: it records nothing by itself.
          </Text>
        )}
      </chakra.th>
      {modes.map((mode) => (
        <Box as="td" role="cell" key={mode}>
          <Cell camera={camera} mode={mode} rule={ruleOf(rules, mode, camera.id)} />
        </Box>
      ))}
    </Row>
  )
}

function Cell({ camera, mode, rule }: { readonly camera: Camera; readonly mode: Mode; readonly rule: ModeRule }) {
  const change = useSetAtom(changeModesAtom)
  const { records, notifies } = rule
  // The other half may be on its way.
  const set = (changed: Partial<ModeRule>) =>
    void change(({ rules }) => {
      const { records: doesRecord, notifies: doesNotify } = { ...ruleOf(rules, mode, camera.id), ...changed }
      return { rules: [{ cameraId: camera.id, mode, records: doesRecord, notifies: doesNotify }] }
    })
  const where = `${camera.name}, ${modeTitles[mode]}`
  return (
    <Flex direction={{ base: 'column', md: 'row' }} gap="1" justify="center" align="center">
      <CellSwitch label={`${where}: record`} isOn={records} onPress={() => set({ records: !records })}>
        {records ? <Video size="1.1rem" /> : <VideoOff size="1.1rem" />}
      </CellSwitch>
      <CellSwitch label={`${where}: notify`} isOn={notifies} onPress={() => set({ notifies: !notifies })}>
        {notifies ? <Bell size="1.1rem" /> : <BellOff size="1.1rem" />}
      </CellSwitch>
    </Flex>
  )
}

function CellSwitch(props: {
  readonly label: string
  readonly isOn: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <IconButton
      size="sm"
      minW={SWITCH_WIDTH}
      px="0"
      variant={props.isOn ? 'subtle' : 'ghost'}
      colorPalette={props.isOn ? 'brand' : 'gray'}
      color={props.isOn ? undefined : 'fg.muted'}
      role="switch"
      aria-checked={props.isOn}
      aria-label={props.label}
      title={props.label}
      // What the Tab key leads back to stops below the modes' names.
      scrollMarginTop="16"
      onClick={props.onPress}
    >
      {props.children}
    </IconButton>
  )
}
