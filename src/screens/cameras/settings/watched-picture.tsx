import { AspectRatio, Box, Button, Center, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Camera } from '../../../contract/camera'
import { captureStatesAtom, hasSubstitute } from '../../../state/cameras/capture-states'
import { changeDetectionDraftAtom, detectionAtomOf, paintZonesAtom } from '../../../state/capture/detection-draft'
import { ZONE_COLUMNS, ZONE_ROWS } from '../../../state/capture/detection-settings'
import { inspectionAtom } from '../../../state/capture/inspection'
import { closePreviewAtom, openPreviewAtom, previewAtom } from '../../../state/capture/preview'
import { captureFailureSentences } from '../../../state/messages'
import { HeatLayer, heatGradient } from '../../../ui/cameras/heat-layer'
import { ZoneGrid } from '../../../ui/cameras/zone-grid'
import { Toggle } from '../../../ui/forms/toggle'
import { PictureStage } from '../../../ui/pictures/picture-stage'
import { LiveBoxes } from './live-looks'

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
        {deviceId === camera.deviceId && <LiveBoxes />}
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
            // Not `disabled`, which would take the focus from who pressed it.
            aria-disabled={ignoredZones.length === 0}
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
      <Box width="3rem" height="0.5rem" rounded="full" bgImage={heatGradient} forcedColorAdjust="none" />a lot
    </Flex>
  )
}

/** What the chosen device sees, with layers over it. */
function DevicePreview(props: {
  readonly deviceId: string
  readonly cameraId: string
  /** Device that the camera is set to. */
  readonly ownDeviceId: string
  readonly children?: ReactNode
}) {
  const { deviceId } = props
  const preview = useAtomValue(previewAtom)
  const capture = useAtomValue(captureStatesAtom).get(props.cameraId)
  const open = useSetAtom(openPreviewAtom)
  const close = useSetAtom(closePreviewAtom)
  // The camera's own device already runs; a second stream of it would only cost.
  const isOwn = deviceId === props.ownDeviceId && capture?.phase === 'running' && !hasSubstitute(capture)
  useEffect(() => {
    if (isOwn) return
    void open(deviceId)
    return () => close()
  }, [deviceId, isOwn, open, close])
  const stream = isOwn ? capture.stream : preview.phase === 'open' ? preview.stream : null
  if (stream !== null) {
    return (
      <PictureStage stream={stream} label="Preview of the chosen device">
        {props.children}
      </PictureStage>
    )
  }
  return (
    <AspectRatio ratio={16 / 9} bg="picture" rounded="l2" overflow="hidden">
      <Center color="picture.muted">
        {preview.phase === 'failed' ? (
          <Text px="4" textAlign="center" role="status">
            {captureFailureSentences[preview.reason]}
          </Text>
        ) : (
          <Spinner aria-label="Loading" />
        )}
      </Center>
    </AspectRatio>
  )
}
