import { Button, Flex, Text } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'

/**
 * In the place of events that did not come. The specification has such failures silent (spec 8), so it is no alert;
 * but that nothing had happened would not be true either.
 */
export function TryAgain(props: { readonly onRetry: () => void }) {
  return (
    <Flex gap="4" align="center" wrap="wrap" minH="5rem">
      <Text color="fg.muted">The events are not here yet.</Text>
      <Button size="sm" variant="outline" onClick={props.onRetry}>
        <RotateCw size="1rem" aria-hidden />
        Try Again
      </Button>
    </Flex>
  )
}
