import { Button, Center, Grid, Link, Spinner, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { Link as RouteLink } from 'wouter'
import type { Pairing } from '../../../contract/sign-in/pairings'
import { MINUTE_MS } from '../../../lib/durations'
import { counted } from '../../../lib/words'
import { cameraRoomAtom } from '../../../state/cameras/paired-camera'
import { copyTextAtom } from '../../../state/copying'
import {
  leavePairingAtom,
  makePairingAtom,
  type PairingLink,
  pairingLinkAtom,
  pairingQueryAtom,
} from '../../../state/sign-in/pairings'
import { CopyField } from '../../../ui/forms/copy-field'
import { Modal } from '../../../ui/layout/modal'
import { useNow } from '../../../ui/layout/use-now'
import { Notice } from '../../../ui/notices/notice'
import { QrCode } from '../../../ui/sign-in/qr-code'
import { Trust } from './trust'

/** Minutes are shown. */
const CLOCK_MS = 5_000

type MadeLink = Extract<PairingLink, { phase: 'made' }>

/** A link for one more device, as a code to scan and a text to send, and what happens there (PAIR-09). */
export function PairingDialog({ onClose }: { readonly onClose: () => void }) {
  const link = useAtomValue(pairingLinkAtom)
  const make = useSetAtom(makePairingAtom)
  const leave = useSetAtom(leavePairingAtom)
  useEffect(() => {
    void make()
    return () => leave()
  }, [make, leave])
  return (
    <Modal title="Add another device" isOpen onClose={onClose} size="lg">
      <Stack gap="4" pb="2">
        <LinkPart link={link} onNew={() => void make()} />
      </Stack>
    </Modal>
  )
}

/** What the plan has room for, before the other device is fetched. */
function Room() {
  const room = useAtomValue(cameraRoomAtom)
  if (room === null) return null
  if (!room.isFull) {
    return (
      <Text color="fg.muted" textStyle="sm">
        The plan has room for {counted(room.limit, 'camera')}.
      </Text>
    )
  }
  return (
    <Notice
      kind="warning"
      title={
        room.limit === 1
          ? 'The plan has room for 1 camera, and it is there'
          : `All ${room.limit} cameras of the plan are there`
      }
      actions={
        <Button asChild size="sm" colorPalette="brand">
          <RouteLink href="/billing">More cameras</RouteLink>
        </Button>
      }
    >
      The other device can look, but not film, until another plan has room for it.
    </Notice>
  )
}

function LinkPart({ link, onNew }: { readonly link: PairingLink; readonly onNew: () => void }) {
  switch (link.phase) {
    case 'none':
    case 'making':
      return (
        <Center minH="16rem">
          <Spinner aria-label="Making the link" />
        </Center>
      )
    case 'refused':
      return (
        <Notice
          kind="error"
          title="No link could be made"
          actions={
            <Button size="sm" variant="outline" onClick={onNew}>
              Try again
            </Button>
          }
        >
          {link.text}
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice kind="warning" title="Other devices cannot open this hub">
          {link.reason}
        </Notice>
      )
    case 'made':
      return <ShownLink link={link} onNew={onNew} />
  }
}

function ShownLink({ link, onNew }: { readonly link: MadeLink; readonly onNew: () => void }) {
  const seen = useAtomValue(pairingQueryAtom).data
  const nowMs = useNow(CLOCK_MS)
  if (seen !== undefined && seen.phase !== 'waiting' && seen.phase !== 'expired')
    return <Happened seen={seen} onNew={onNew} />
  if (seen?.phase === 'expired' || nowMs >= link.expiresAtMs) {
    return (
      <Notice
        kind="info"
        title="The code has run out"
        actions={
          <Button size="sm" colorPalette="brand" onClick={onNew}>
            New code
          </Button>
        }
      >
        It was good for 10 minutes.
      </Notice>
    )
  }
  return <Code link={link} leftMs={link.expiresAtMs - nowMs} />
}

function Code({ link, leftMs }: { readonly link: MadeLink; readonly leftMs: number }) {
  const copy = useSetAtom(copyTextAtom)
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  return (
    <Stack gap="4">
      <Room />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '14rem minmax(0, 1fr)' }} gap="4" alignItems="center">
        <Center>
          <QrCode text={link.url} label="QR code of the link for the other device" />
        </Center>
        <Stack gap="4" minW="0">
          <Text>Scan this with the other device’s camera, or open the link there. Both are in the same network.</Text>
          <CopyField
            label="Link"
            text={link.url}
            help={`Whoever opens it is signed in as you. It works once, for ${counted(minutes, 'more minute')}.`}
            onCopy={copy}
          />
        </Stack>
      </Grid>
      {link.fingerprint !== null && <Trust fingerprint={link.fingerprint} url={link.url} />}
      <Text role="status" color="fg.muted" textStyle="sm">
        Waiting for the other device.
      </Text>
    </Stack>
  )
}

/** What has happened on the other side. */
function Happened({ seen, onNew }: { readonly seen: Pairing; readonly onNew: () => void }) {
  const device = seen.device ?? 'the other device'
  const isWatching = seen.phase === 'watching'
  return (
    <Notice
      kind={isWatching ? 'success' : 'info'}
      title={isWatching ? `Watching as ${seen.cameraName ?? 'a camera'}` : `Opened on ${device}`}
      actions={
        <Button size="sm" variant="outline" onClick={onNew}>
          Another device
        </Button>
      }
    >
      {isWatching
        ? `${device} is a camera now. Keep it plugged in, with Nightjar in front.`
        : 'It is signed in. Allow the camera there and press Start watching.'}{' '}
      {!isWatching && (
        <Text as="span">
          Was that not you? Sign it out: it is in the list of{' '}
          <Link asChild>
            <RouteLink href="/billing">signed-in devices</RouteLink>
          </Link>
          .
        </Text>
      )}
    </Notice>
  )
}
