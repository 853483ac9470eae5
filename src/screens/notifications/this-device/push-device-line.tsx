import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Monitor, Smartphone, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PushDevice } from '../../../contract/notifications/push'
import { formatDateTime, formatLongDate, formatRelativeTime } from '../../../lib/date-time'
import { endPushOfAtom } from '../../../state/notifications/push'
import { useNow } from '../../../ui/layout/use-now'

/** A device that is told: what it is, since when, and how its last notification went. */
export function PushDeviceLine({ device }: { readonly device: PushDevice }) {
  const nowMs = useNow()
  const isHandheld = /iPhone|iPad|Android/.test(device.device)
  const name = device.device || 'Unknown browser'
  return (
    <Flex
      as="li"
      gap="3"
      rowGap="2"
      py="2"
      align="center"
      wrap="wrap"
      minH="3.25rem"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Flex flex="1 1 13rem" minW="0" gap="3" align="start">
        <Box color="fg.muted" flexShrink={0} pt="0.5" aria-hidden>
          {isHandheld ? <Smartphone size="1.1rem" /> : <Monitor size="1.1rem" />}
        </Box>
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
          {device.trouble !== null && (
            <Flex gap="2" color="fg.muted" textStyle="sm" align="baseline">
              <Text as="span" color="fg.warning" flexShrink="0" transform="translateY(0.125rem)">
                <TriangleAlert size="1rem" aria-hidden />
              </Text>
              <Text overflowWrap="anywhere" minW="0">
                The last one did not arrive ({formatDateTime(device.trouble.failedAt)}). {device.trouble.message}
              </Text>
            </Flex>
          )}
        </Box>
      </Flex>
      {!device.isCurrent && <EndButton device={device} name={name} />}
    </Flex>
  )
}

function EndButton({ device, name }: { readonly device: PushDevice; readonly name: string }) {
  const end = useSetAtom(endPushOfAtom)
  const [isEnding, setEnding] = useState(false)
  const press = async () => {
    setEnding(true)
    await end(device)
    setEnding(false)
  }
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={`Turn off ${name}`}
      aria-disabled={isEnding}
      onClick={() => void (isEnding || press())}
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
