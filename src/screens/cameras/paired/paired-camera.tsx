import { AspectRatio, Box, Button, Center, Field, Input, Spinner, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, useEffect, useState } from 'react'
import { Link as RouteLink, useSearch } from 'wouter'
import { MAX_NAME_LENGTH } from '../../../contract/limits'
import { camerasQueryAtom } from '../../../state/cameras/camera-list'
import { devicesAtom, mayOpenCamerasAtom, permissionAtom, preparePermissionAtom } from '../../../state/cameras/devices'
import {
  deviceNoun,
  firstDevice,
  proposedName,
  roomHereAtom,
  startPairedCameraAtom,
} from '../../../state/cameras/paired-camera'
import { closePreviewAtom, openPreviewAtom, previewAtom } from '../../../state/capture/preview'
import { captureFailureSentences } from '../../../state/messages'
import { BusyButton } from '../../../ui/forms/busy-button'
import { Choice } from '../../../ui/forms/choice'
import { usePending } from '../../../ui/forms/use-pending'
import { PageHeader } from '../../../ui/layout/page-header'
import { Notice } from '../../../ui/notices/notice'
import { OneLines } from '../../../ui/notices/one-line'
import { PictureStage } from '../../../ui/pictures/picture-stage'
import { MissingAbilities } from '../notices'
import { PermissionButton, PermissionNotice } from '../permission'

/** Where a device lands that a link has signed in: its picture, a name, and one press (PAIR-08). */
export function PairedCamera() {
  const mayOpen = useAtomValue(mayOpenCamerasAtom)
  const { phase } = useAtomValue(permissionAtom)
  const prepare = useSetAtom(preparePermissionAtom)
  const room = useAtomValue(roomHereAtom)
  // As soon as it is known that there is something to ask.
  useEffect(() => {
    if (phase === 'prompt') void prepare()
  }, [phase, prepare])
  return (
    <Box maxW="40rem" mx="auto">
      <PageHeader title="This device as a camera" line="It films while Nightjar is open here and in front">
        <PermissionButton />
      </PageHeader>
      <OneLines>
        <MissingAbilities />
        {!mayOpen && <PermissionNotice />}
      </OneLines>
      {room?.isFull ? <Full limit={room.limit} /> : <CameraForm />}
    </Box>
  )
}

/** Before anything is typed. */
function Full({ limit }: { readonly limit: number }) {
  return (
    <Notice
      kind="warning"
      title={
        limit === 1
          ? 'The plan has room for 1 camera, and it is there'
          : `The plan has room for ${limit} cameras, and they are there`
      }
      actions={
        <>
          <Button asChild size="sm" colorPalette="brand">
            <RouteLink href="/billing">More cameras</RouteLink>
          </Button>
          <Button asChild size="sm" variant="outline">
            <RouteLink href="/cameras">Only look</RouteLink>
          </Button>
        </>
      }
    >
      This device is signed in. Another plan has room for more; it can also look at the cameras that are there.
    </Notice>
  )
}

function CameraForm() {
  const { devices } = useAtomValue(devicesAtom)
  const mayOpen = useAtomValue(mayOpenCamerasAtom)
  const cameras = useAtomValue(camerasQueryAtom)
  const start = useSetAtom(startPairedCameraAtom)
  const pairingId = new URLSearchParams(useSearch()).get('pairing') ?? ''
  const [typedName, setTypedName] = useState<string | null>(null)
  const [chosenId, setChosenId] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, run] = usePending()
  const device = devices.find(({ id }) => id === chosenId) ?? devices.find(({ id }) => id === firstDevice({ devices }))
  const name = typedName ?? proposedName(deviceNoun(navigator.userAgent), cameras.data ?? [])
  const startIt = async () => {
    if (device === undefined) return
    setRefusal(null)
    setRefusal(await start({ name, deviceId: device.id, deviceLabel: device.label, pairingId }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(startIt)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="4">
        {mayOpen && device !== undefined ? (
          <DevicePicture deviceId={device.id} />
        ) : (
          <NoPicture text="Allow the camera." />
        )}
        {devices.length > 1 && mayOpen && (
          <Choice
            label="Camera device"
            value={device?.id ?? ''}
            options={devices.map(({ id, label }) => ({ value: id, label }))}
            onChange={setChosenId}
          />
        )}
        <Field.Root>
          <Field.Label>Camera name</Field.Label>
          <Input
            size="lg"
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            value={name}
            onChange={(event) => setTypedName(event.currentTarget.value)}
          />
        </Field.Root>
        {refusal !== null && <Notice kind="error">{refusal}</Notice>}
        <BusyButton
          type="submit"
          size="lg"
          colorPalette="brand"
          isBusy={isBusy}
          disabled={!mayOpen || device === undefined || cameras.data === undefined || name.trim() === ''}
        >
          Start watching
        </BusyButton>
        <Text color="fg.muted" textStyle="sm">
          It begins with motion detection on. Keep the device plugged in and this page in front.
        </Text>
      </Stack>
    </form>
  )
}

function DevicePicture({ deviceId }: { readonly deviceId: string }) {
  const preview = useAtomValue(previewAtom)
  const open = useSetAtom(openPreviewAtom)
  const close = useSetAtom(closePreviewAtom)
  useEffect(() => {
    void open(deviceId)
    return () => close()
  }, [deviceId, open, close])
  if (preview.phase === 'open') return <PictureStage stream={preview.stream} label="What this device sees" />
  return <NoPicture text={preview.phase === 'failed' ? captureFailureSentences[preview.reason] : null} />
}

/** null: it is on its way. */
function NoPicture({ text }: { readonly text: string | null }) {
  return (
    <AspectRatio ratio={16 / 9} bg="picture" rounded="l2" overflow="hidden">
      <Center color="picture.muted">
        {text === null ? (
          <Spinner aria-label="Loading" />
        ) : (
          <Text px="4" textAlign="center" role="status">
            {text}
          </Text>
        )}
      </Center>
    </AspectRatio>
  )
}
