import { HStack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { CircleCheck, Clock, CloudOff, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { deliveryLineAtom, deliverySentence, type DeliveryLine as Line } from '../../state/recordings/delivery-line'
import { useNow } from '../../ui/layout/use-now'

const icons: Record<Line['phase'], LucideIcon> = {
  unused: Clock,
  offline: WifiOff,
  unanswered: CloudOff,
  troubled: TriangleAlert,
  waiting: Clock,
  rest: CircleCheck,
}

/** How the clips of this browser fare, always there once it has recorded one. */
export function DeliveryLine() {
  const line = useAtomValue(deliveryLineAtom)
  const sentence = deliverySentence(line, useNow(30_000))
  if (sentence === null) return null
  const isAllThere = line.phase !== 'rest' || (line.isComplete && line.lastDeliveredAtMs !== null)
  const Icon = isAllThere ? icons[line.phase] : Clock
  return (
    <HStack mb="4" gap="2" color="fg.muted" role="status" aria-live="polite">
      <Icon size="1rem" aria-hidden style={{ flexShrink: 0 }} />
      <Text textStyle="sm">{sentence}</Text>
    </HStack>
  )
}
