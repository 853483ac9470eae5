import { Badge, Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { SHOWN_DELIVERIES, type WebhookDelivery } from '../../../contract/notifications/webhooks'
import { formatMoment } from '../../../lib/date-time'
import { readingOf } from '../../../state/http/reads'
import { answerLine, deliveryWords, typeLine } from '../../../state/notifications/webhook-words'
import { deliveriesQueryAtom } from '../../../state/notifications/webhooks'
import { useNow } from '../../../ui/layout/use-now'
import { AwaitedRows } from '../../../ui/notices/try-again'

const palettes: Readonly<Record<WebhookDelivery['state'], 'green' | 'orange' | 'gray'>> = {
  delivered: 'green',
  failed: 'orange',
  waiting: 'gray',
  sending: 'gray',
  dropped: 'gray',
}

/** What became of the last messages, newest first. */
export function DeliveryLog() {
  return (
    <Box>
      <Heading as="h3" size="sm" mb="2">
        Last deliveries
      </Heading>
      <Deliveries />
    </Box>
  )
}

function Deliveries() {
  const query = useAtomValue(deliveriesQueryAtom)
  const nowMs = useNow()
  const deliveries = query.data ?? []
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={2} missing="The deliveries are not here yet.">
      {deliveries.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          Nothing has been sent yet. The last {SHOWN_DELIVERIES} messages will stand here.
        </Text>
      ) : (
        <Stack as="ul" gap="0" listStyleType="none" aria-label="Last deliveries">
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} nowMs={nowMs} />
          ))}
        </Stack>
      )}
    </AwaitedRows>
  )
}

function DeliveryLine({ delivery, nowMs }: { readonly delivery: WebhookDelivery; readonly nowMs: number }) {
  const next = delivery.nextTryAt === null ? '' : `Next try at ${formatMoment(Date.parse(delivery.nextTryAt), nowMs)}.`
  const below = [delivery.problem, next].filter((part) => part !== null && part !== '').join(' ')
  return (
    <Box as="li" py="2" _notFirst={{ borderTopWidth: '1px' }}>
      <Flex wrap="wrap" columnGap="3" rowGap="1" align="center">
        <Badge variant="outline" colorPalette={palettes[delivery.state]} flexShrink={0}>
          {deliveryWords[delivery.state]}
        </Badge>
        <Text>{typeLine(delivery)}</Text>
        <Text color="fg.muted" textStyle="sm">
          {formatMoment(Date.parse(delivery.createdAt), nowMs)}
        </Text>
        <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
          {answerLine(delivery)}
        </Text>
      </Flex>
      {below !== '' && (
        <Text color="fg.muted" textStyle="sm" mt="1" overflowWrap="anywhere">
          {below}
        </Text>
      )}
    </Box>
  )
}
