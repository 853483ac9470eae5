import { Flex, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { TriangleAlert } from 'lucide-react'
import { formatDateTime } from '../../lib/date-time'
import { type Channel, channelStatusAtom } from '../../state/notifications/integrations'

/** Why the last message of a channel did not arrive; nothing while all is well. */
export function ChannelTrouble({ channel }: { readonly channel: Channel }) {
  const problem = useAtomValue(channelStatusAtom)[channel]
  if (problem === null) return null
  return (
    <Flex gap="2" color="fg.muted" textStyle="sm" align="baseline">
      <Text as="span" color="fg.warning" flexShrink="0" transform="translateY(0.125rem)">
        <TriangleAlert size="1rem" aria-hidden />
      </Text>
      <Text overflowWrap="anywhere" minW="0">
        The last message did not arrive ({formatDateTime(problem.failedAt)}). {problem.message}
      </Text>
    </Flex>
  )
}
