import { Button, Grid, GridItem, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import type { Camera } from '../../../contract/camera'
import { sensitivityLabel, sensitivityOf } from '../../../state/cameras/cameras'
import { localDevicesAtom } from '../../../state/cameras/local-cameras'
import { closeDetectionDraftAtom, openDetectionDraftAtom } from '../../../state/capture/detection-draft'
import { SensitivitySlider } from '../../../ui/cameras/sensitivity-slider'
import { BusyButton } from '../../../ui/forms/busy-button'
import { Modal, WIDE_ASIDE_WIDTH } from '../../../ui/layout/modal'
import { CameraFields } from './camera-fields'
import { DescribedEvents } from './described-events'
import { DetectionChoice } from './detection-choice'
import { HowWatched } from './how-watched'
import { isKeepingSomething, KeptClips } from './kept-clips'
import { HowNamed } from './live-looks'
import { LiveMotion } from './live-motion'
import { LiveViewSwitch } from './live-view-switch'
import { RecordingChoice } from './recording-choice'
import { RemoveCamera } from './remove-camera'
import { useSettingsForm } from './use-settings-form'
import { WatchedPicture } from './watched-picture'

interface SettingsProps {
  readonly camera: Camera
  readonly onClose: () => void
}

export function SettingsDialog({ camera, isOpen, onClose }: SettingsProps & { readonly isOpen: boolean }) {
  // The form mounts with the dialog, so that each opening starts without changes.
  return isOpen ? <SettingsForm camera={camera} onClose={onClose} /> : null
}

/** On wide screens slider, chart and picture stand beside each other, so that one is seen to move the other. */
const wideLayout = {
  templateColumns: { base: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${WIDE_ASIDE_WIDTH}` },
  templateRows: { lg: 'auto 1fr' },
  templateAreas: { base: '"picture" "detection" "fields"', lg: '"picture detection" "fields detection"' },
} as const

function SettingsForm({ camera: kept, onClose }: SettingsProps) {
  const deviceHere = useAtomValue(localDevicesAtom).get(kept.id)
  const isLocal = deviceHere !== undefined
  // Where the machine gave its devices' ids out anew, the kept one may be another's: what films is named and shown.
  const camera = isLocal ? { ...kept, deviceId: deviceHere } : kept
  useDetectionDraft(camera.id, isLocal)
  const form = useSettingsForm(camera, kept.deviceId, onClose)
  const { settings, shown, change, isChanged, isListed, isMoved, isSaving, save } = form
  const sensitivityPercent = sensitivityOf(settings)
  return (
    <Modal
      title={`Settings of ${camera.name}`}
      isOpen
      isHeld={isChanged}
      onClose={onClose}
      size={isLocal ? 'wide' : 'md'}
      beginsWithSlider
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton colorPalette="brand" isBusy={isSaving} disabled={!isKeepingSomething(settings)} onClick={save}>
            Save
          </BusyButton>
        </>
      }
    >
      <Grid {...(isLocal ? wideLayout : {})} gap="4">
        {(isListed || (isLocal && !isMoved)) && (
          <GridItem gridArea={isLocal ? 'picture' : 'auto'} minW="0">
            <WatchedPicture camera={camera} deviceId={settings.deviceId} isLocal={isLocal} />
          </GridItem>
        )}
        <Stack gridArea={isLocal ? 'detection' : 'auto'} gap="4" minW="0">
          {isLocal ? (
            <LiveMotion camera={camera} sensitivityPercent={sensitivityPercent} isDeviceChanged={isMoved} />
          ) : (
            <Text color="fg.muted" textStyle="sm">
              This camera's device is on another machine. Its live meter, zones and detection are set in the browser
              there.
            </Text>
          )}
          <SensitivitySlider
            percent={sensitivityPercent}
            label={sensitivityLabel(sensitivityPercent)}
            onChange={(motionSensitivity) => change({ motionSensitivity })}
          />
          {isLocal && <DetectionChoice cameraId={camera.id} />}
          {isLocal && <HowNamed cameraId={camera.id} />}
          {isLocal && <HowWatched cameraId={camera.id} />}
        </Stack>
        <GridItem gridArea={isLocal ? 'fields' : 'auto'} minW="0">
          <CameraFields camera={camera} isLocal={isLocal} settings={shown} onChange={change} />
          <LiveViewSwitch isLiveAllowed={shown.isLiveAllowed} onChange={change} />
          <DescribedEvents isDescribed={shown.isDescribed} onChange={change} />
          <KeptClips camera={camera} keepClipsOf={shown.keepClipsOf} onChange={change} />
          {isLocal && <RecordingChoice cameraId={camera.id} />}
          <RemoveCamera camera={camera} onRemoved={onClose} />
        </GridItem>
      </Grid>
    </Modal>
  )
}

/** While the dialog of a camera of this machine is open, it is measured as the dialog says. */
function useDetectionDraft(cameraId: string, isLocal: boolean): void {
  const open = useSetAtom(openDetectionDraftAtom)
  const close = useSetAtom(closeDetectionDraftAtom)
  useEffect(() => {
    if (!isLocal) return
    open(cameraId)
    return () => close()
  }, [cameraId, isLocal, open, close])
}
