import { Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { CircleCheck, Clock, CloudOff, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../../lib/words'
import {
  discardRefusedAtom,
  dismissDroppedAtom,
  outboxStateAtom,
  retryRefusedAtom,
} from '../../state/recordings/delivery'
import {
  deliveryLineAtom,
  deliverySentence,
  isWorthTelling,
  type DeliveryLine as Line,
  nextNews,
  refusedText,
} from '../../state/recordings/delivery-line'
import { ConfirmButton } from '../../ui/forms/confirm-button'
import { useNow } from '../../ui/layout/use-now'
import { OneLine } from '../../ui/notices/one-line'
import { QuietLine } from '../../ui/notices/quiet-line'

/** What of the clips of this browser needs a person. */
export function DeliveryTrouble() {
  return (
    <>
      <RefusedNotice />
      <DroppedNotice />
    </>
  )
}

function RefusedNotice() {
  const outbox = useAtomValue(outboxStateAtom)
  const { refused, lastRefusal } = outbox
  const retryRefused = useSetAtom(retryRefusedAtom)
  const discardRefused = useSetAtom(discardRefusedAtom)
  if (refused === 0) return null
  return (
    <OneLine
      kind="error"
      title={`${counted(refused, 'clip')} could not be delivered`}
      actions={
        <>
          <ConfirmButton
            size="xs"
            variant="outline"
            question={`Discard ${counted(refused, 'clip')}?`}
            consequence="The hub does not have what is discarded, and nobody can bring it back."
            verb="Discard"
            onConfirm={discardRefused}
          >
            Discard
          </ConfirmButton>
          <Button size="xs" colorPalette="brand" onClick={() => void retryRefused()}>
            Try Again
          </Button>
        </>
      }
    >
      {lastRefusal} {refusedText(outbox)}
    </OneLine>
  )
}

function DroppedNotice() {
  const { dropped } = useAtomValue(outboxStateAtom)
  const dismissDropped = useSetAtom(dismissDroppedAtom)
  if (dropped === 0) return null
  return (
    <OneLine
      kind="warning"
      title={`${counted(dropped, 'clip')} ${dropped === 1 ? 'was' : 'were'} dropped`}
      actions={
        <Button size="xs" variant="outline" onClick={() => void dismissDropped()}>
          Dismiss
        </Button>
      }
    >
      This browser had no room for more undelivered clips, so the oldest made way for newer ones, or what it kept was
      deleted.
    </OneLine>
  )
}

const icons: Record<Line['phase'], LucideIcon> = {
  unused: Clock,
  offline: WifiOff,
  unanswered: CloudOff,
  troubled: TriangleAlert,
  waiting: Clock,
  'disk-silent': TriangleAlert,
  rest: CircleCheck,
}

/** How the clips of this browser fare, always there once it has recorded one. */
export function DeliveryLine() {
  const line = useAtomValue(deliveryLineAtom)
  const sentence = deliverySentence(line, useNow(30_000))
  const [news, setNews] = useState({ phase: line.phase, sentence, isAfterTrouble: false })
  if (news.phase !== line.phase) setNews(nextNews(news, line.phase, sentence))
  if (sentence === null) return null
  const isAllThere = line.phase !== 'rest' || (line.isComplete && line.lastDeliveredAtMs !== null)
  return (
    <QuietLine icon={isAllThere ? icons[line.phase] : Clock} isSilent={!isWorthTelling(news, sentence)}>
      {sentence}
    </QuietLine>
  )
}
