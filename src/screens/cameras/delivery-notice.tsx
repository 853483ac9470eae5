import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { outboxStateAtom } from '../../state/delivery'
import { Notice } from '../../ui/notice'

const clips = (count: number) => `${count} clip${count === 1 ? '' : 's'}`

/** Clips of this browser that have not reached the hub; nothing while all have. */
export function DeliveryNotice() {
  const { waiting, refused, lastRefusal, isStalled } = useAtomValue(outboxStateAtom)
  if (refused > 0) {
    return (
      <Box mb="4">
        <Notice kind="error" title={`${clips(refused)} could not be delivered`}>
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
