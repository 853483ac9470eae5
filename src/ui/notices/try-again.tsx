import { Button, Flex, Spinner, Text } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'

/**
 * In the place of what did not come. Such failures are silent (ERR-30), so it is no alert and blames
 * nobody; but that there is nothing would not be true either.
 */
export function TryAgain(props: {
  /** As 'The events are not here yet.' */
  readonly text: string
  readonly isTrying: boolean
  readonly onRetry: () => void
}) {
  return (
    <Flex gap="4" align="center" wrap="wrap">
      <Text color="fg.muted">{props.text}</Text>
      {/* Not disabled meanwhile, which would take the focus from it. */}
      <Button size="sm" variant="outline" aria-busy={props.isTrying} onClick={props.onRetry}>
        {props.isTrying ? <Spinner size="xs" /> : <RotateCw size="1rem" aria-hidden />}
        Try Again
      </Button>
    </Flex>
  )
}
