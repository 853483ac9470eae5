import { Box, Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  discardRefusedAtom,
  dismissDroppedAtom,
  outboxStateAtom,
  retryRefusedAtom,
} from '../../state/recordings/delivery'
import { clipsText } from '../../state/recordings/delivery-line'
import { Notice } from '../../ui/notices/notice'
import { DeliveryLine } from './delivery-line'

/** What becomes of the clips of this browser: a line, and a banner for what needs a person. */
export function DeliveryNotice() {
  return (
    <>
      <RefusedNotice />
      <DroppedNotice />
      <DeliveryLine />
    </>
  )
}

function RefusedNotice() {
  const { refused, refusedForNow, lastRefusal } = useAtomValue(outboxStateAtom)
  const retryRefused = useSetAtom(retryRefusedAtom)
  const discardRefused = useSetAtom(discardRefusedAtom)
  if (refused === 0) return null
  return (
    <Box mb="4">
      <Notice
        kind="error"
        title={`${clipsText(refused)} could not be delivered`}
        actions={
          <>
            <Button size="sm" variant="outline" onClick={() => void discardRefused()}>
              Discard
            </Button>
            <Button size="sm" colorPalette="brand" onClick={() => void retryRefused()}>
              Try Again
            </Button>
          </>
        }
      >
        {lastRefusal} {refused === 1 ? 'It is' : 'They are'} kept in this browser
        {refusedForNow > 0 ? ', which tries again by itself every quarter of an hour.' : '.'}
      </Notice>
    </Box>
  )
}

function DroppedNotice() {
  const { dropped } = useAtomValue(outboxStateAtom)
  const dismissDropped = useSetAtom(dismissDroppedAtom)
  if (dropped === 0) return null
  return (
    <Box mb="4">
      <Notice
        kind="warning"
        title={`${clipsText(dropped)} ${dropped === 1 ? 'was' : 'were'} dropped`}
        actions={
          <Button size="sm" variant="outline" onClick={() => void dismissDropped()}>
            Dismiss
          </Button>
        }
      >
        This browser had no room for more undelivered clips, so the oldest made way for newer ones.
      </Notice>
    </Box>
  )
}
