import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useMemo } from 'react'
import type { Camera } from '../../../contract/camera'
import { changeDetectionDraftAtom, detectionAtomOf, paintZonesAtom } from '../../../state/capture/detection-draft'
import { ZONE_COLUMNS, ZONE_ROWS } from '../../../state/capture/detection-settings'
import { inspectionAtom } from '../../../state/capture/inspection'
import { heatGradient } from '../../../ui/cameras/heat-colors'
import { HeatLayer } from '../../../ui/cameras/heat-layer'
import { ZoneGrid } from '../../../ui/cameras/zone-grid'
import { Toggle } from '../../../ui/forms/toggle'
import { DevicePreview } from './device-preview'

/** The live picture with what changed in it, and the zones that do not count; only the picture of another machine's camera. */
export function WatchedPicture(props: {
  readonly camera: Camera
  /** The device chosen, one of this machine. */
  readonly deviceId: string
  readonly isLocal: boolean
}) {
  const { camera, deviceId, isLocal } = props
  if (!isLocal) return <DevicePreview deviceId={deviceId} cameraId={camera.id} ownDeviceId={camera.deviceId} />
  return <InspectedPicture camera={camera} deviceId={deviceId} />
}

function InspectedPicture({ camera, deviceId }: { readonly camera: Camera; readonly deviceId: string }) {
  const ownDetectionAtom = useMemo(() => detectionAtomOf(camera.id), [camera.id])
  const { ignoredZones, isHeatShown } = useAtomValue(ownDetectionAtom)
  const change = useSetAtom(changeDetectionDraftAtom)
  const paint = useSetAtom(paintZonesAtom)
  return (
    <Box>
      <DevicePreview deviceId={deviceId} cameraId={camera.id} ownDeviceId={camera.deviceId}>
        {isHeatShown && deviceId === camera.deviceId && <Heat />}
        <ZoneGrid columns={ZONE_COLUMNS} rows={ZONE_ROWS} ignored={ignoredZones} onPaint={paint} />
      </DevicePreview>
      <Stack gap="0" mt="1" textStyle="sm">
        <Toggle
          label="Show what changed"
          isOn={isHeatShown}
          onChange={(isOn) => change({ isHeatShown: isOn })}
          {...(isHeatShown && { aside: <HeatLegend /> })}
        />
        <Flex justify="space-between" align="center" gap="3" minH="10">
          <Text color="fg.muted">{zonesSentence(ignoredZones.length)}</Text>
          <Button
            variant="outline"
            flexShrink={0}
            disabled={ignoredZones.length === 0}
            onClick={() => change({ ignoredZones: [] })}
          >
            Clear zones
          </Button>
        </Flex>
      </Stack>
    </Box>
  )
}

function zonesSentence(count: number): string {
  if (count === 0) return 'Paint over what should not count: a road, a tree, a screen.'
  return `${count} of ${ZONE_COLUMNS * ZONE_ROWS} zones ignored`
}

/** Apart from the picture's other layers: it is drawn anew with every check. */
function Heat() {
  const heat = useAtomValue(inspectionAtom)?.heat
  return heat ? <HeatLayer columns={heat.columns} rows={heat.rows} levels={heat.levels} /> : null
}

function HeatLegend() {
  return (
    <Flex align="center" gap="2" color="fg.muted" textStyle="xs" whiteSpace="nowrap" aria-hidden>
      a little
      <Box width="3rem" height="0.5rem" rounded="full" bgImage={heatGradient} />a lot
    </Flex>
  )
}
