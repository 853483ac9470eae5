import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Monitor, Smartphone } from 'lucide-react'
import type { PushDevice } from '../../../contract/notifications/push'
import { formatLongDate, formatRelativeTime } from '../../../lib/date-time'
import { endPushOfAtom } from '../../../state/notifications/push'
import { usePending } from '../../../ui/forms/use-pending'
import { ListLine } from '../../../ui/layout/list-line'
import { useNow } from '../../../ui/layout/use-now'
import { FailedDelivery } from '../../../ui/notices/failed-delivery'

/** A device that is told: what it is, since when, and how its last notification went. */
export function PushDeviceLine({ device }: { readonly device: PushDevice }) {
  const nowMs = useNow()
  const isHandheld = /iPhone|iPad|Android/.test(device.device)
  const name = device.device || 'Unknown browser'
  return (
    <ListLine
      icon={isHandheld ? <Smartphone size="1.1rem" /> : <Monitor size="1.1rem" />}
      actions={!device.isCurrent && <EndButton device={device} name={name} />}
    >
      <Box minW="0">
        <Flex wrap="wrap" columnGap="2" rowGap="1" align="center">
          <Text minW="0" overflowWrap="anywhere" me="1">
            {name}
          </Text>
          {device.isCurrent && (
            <Badge colorPalette="brand" flexShrink={0}>
              This device
            </Badge>
          )}
        </Flex>
        <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {lineOf(device, nowMs)}
        </Text>
        {device.trouble !== null && <FailedDelivery what="one" problem={device.trouble} />}
      </Box>
    </ListLine>
  )
}

function EndButton({ device, name }: { readonly device: PushDevice; readonly name: string }) {
  const end = useSetAtom(endPushOfAtom)
  const [isEnding, run] = usePending()
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={`Turn off ${name}`}
      aria-disabled={isEnding}
      onClick={() => void run(() => end(device))}
    >
      Turn Off
    </Button>
  )
}

function lineOf({ since, lastPushedAt }: PushDevice, nowMs: number): string {
  const last =
    lastPushedAt === null ? 'nothing sent yet' : `last told ${formatRelativeTime(Date.parse(lastPushedAt), nowMs)}`
  return `Since ${formatLongDate(since)}, ${last}`
}
