import { Flex, Text } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { formatDateTime } from '../../lib/date-time'

/** That the last message did not arrive, and why, beside where it goes. */
export function FailedDelivery(props: {
  readonly what: 'message' | 'one'
  readonly problem: { readonly failedAt: string; readonly message: string }
}) {
  const { failedAt, message } = props.problem
  return (
    <Flex gap="2" color="fg.muted" textStyle="sm" align="baseline">
      <Text as="span" color="fg.warning" flexShrink="0" transform="translateY(0.125rem)">
        <TriangleAlert size="1rem" aria-hidden />
      </Text>
      <Text overflowWrap="anywhere" minW="0">
        The last {props.what} did not arrive ({formatDateTime(failedAt)}). {message}
      </Text>
    </Flex>
  )
}
