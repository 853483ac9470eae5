import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Monitor, Smartphone } from 'lucide-react'
import { useId } from 'react'
import type { SignedInDevice } from '../../../contract/sign-in/sessions'
import { formatLongDate, formatRelativeTime } from '../../../lib/date-time'
import { signDeviceOutAtom, startWords } from '../../../state/sign-in/devices'
import { signOutAtom } from '../../../state/sign-in/session'
import { ConfirmButton } from '../../../ui/forms/confirm-button'
import { ListLine } from '../../../ui/layout/list-line'
import { useNow } from '../../../ui/layout/use-now'

/** A browser that is signed in: what and where it is, how and when it came, and the way out. */
export function DeviceLine({ device }: { readonly device: SignedInDevice }) {
  const line = lineOf(device, useNow())
  const lineId = useId()
  const isHandheld = /iPhone|iPad|Android/.test(device.device)
  return (
    <ListLine
      icon={isHandheld ? <Smartphone size="1.1rem" /> : <Monitor size="1.1rem" />}
      actions={<WayOut device={device} line={line} lineId={lineId} />}
    >
      <Box minW="0">
        <Flex wrap="wrap" columnGap="2" rowGap="1" align="center" minW="0">
          <Text minW="0" overflowWrap="anywhere" me="1">
            {device.device || 'Unknown browser'}
          </Text>
          {device.isCurrent && (
            <Badge colorPalette="brand" flexShrink={0}>
              This device
            </Badge>
          )}
        </Flex>
        <Text id={lineId} color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {line}
        </Text>
      </Box>
    </ListLine>
  )
}

interface WayOutProps {
  readonly device: SignedInDevice
  /** Tells it from others of its kind. */
  readonly line: string
  /** Of the element that shows the line. */
  readonly lineId: string
}

/** Not by the words of the sidebar's button, which is the one of its name (NAV-23). */
function WayOut({ device, line, lineId }: WayOutProps) {
  const signOutHere = useSetAtom(signOutAtom)
  const signOut = useSetAtom(signDeviceOutAtom)
  if (device.isCurrent) {
    return (
      <Button size="sm" variant="outline" aria-label="End Session of this device" onClick={() => signOutHere()}>
        End Session
      </Button>
    )
  }
  return (
    <ConfirmButton
      size="sm"
      variant="outline"
      label={`End Session of ${device.device}`}
      aria-describedby={lineId}
      question={`End the session of ${device.device}?`}
      consequence={`${line}. It is signed out at once. Cameras that it runs stop delivering until somebody signs in there again.`}
      verb="End Session"
      onConfirm={() => signOut(device)}
    >
      End Session
    </ConfirmButton>
  )
}

function lineOf({ network, startedBy, startedAt, lastSeenAt, isCurrent }: SignedInDevice, nowMs: number): string {
  const seen = isCurrent ? 'in use now' : `last seen ${formatRelativeTime(Date.parse(lastSeenAt), nowMs)}`
  const how = startedBy === null ? '' : ` ${startWords[startedBy]}`
  const where = network === '' ? '' : ` from ${network}`
  return `Signed in${how} on ${formatLongDate(startedAt)}${where}, ${seen}`
}
