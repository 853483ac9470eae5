import { Box, Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { discardRefusedAtom, outboxStateAtom, retryRefusedAtom } from '../../state/delivery'
import { Notice } from '../../ui/notice'

const clips = (count: number) => `${count} clip${count === 1 ? '' : 's'}`

/** Clips of this browser that have not reached the hub; nothing while all have. */
export function DeliveryNotice() {
  const { waiting, refused, lastRefusal, isStalled } = useAtomValue(outboxStateAtom)
  const retryRefused = useSetAtom(retryRefusedAtom)
  const discardRefused = useSetAtom(discardRefusedAtom)
  if (refused > 0) {
    return (
      <Box mb="4">
        <Notice
          kind="error"
          title={`${clips(refused)} could not be delivered`}
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
          {lastRefusal} They are kept in this browser.
        </Notice>
      </Box>
    )
  }
  if (waiting === 0 || !isStalled) return null
  return (
    <Box mb="4">
      <Notice kind="warning">
        {clips(waiting)} {waiting === 1 ? 'waits' : 'wait'} in this browser and will be delivered when the hub answers.
      </Notice>
    </Box>
  )
}
