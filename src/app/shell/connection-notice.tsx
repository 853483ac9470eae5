import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { formatMoment } from '../../lib/date-time'
import { connectionAtom } from '../../state/hub/connection'
import { Notice } from '../../ui/notices/notice'

/** Says when the hub does not answer; goes by itself when it does. */
export function ConnectionNotice() {
  const connection = useAtomValue(connectionAtom)
  if (connection.phase === 'reachable') return null
  return (
    <Box px={{ base: '4', md: '8' }} pt="4">
      <Notice kind="warning" title="The hub does not answer">
        It was last heard of at {formatMoment(connection.sinceMs, Date.now())}. Trying again every few seconds. Cameras
        go on recording; their clips wait in this browser.
      </Notice>
    </Box>
  )
}
