import { CloseButton, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'

/** The green launch banner; a dismissal lasts for the page view. */
export function LaunchBanner(props: { readonly text: string | null }) {
  const [isDismissed, setIsDismissed] = useState(false)
  if (props.text === null || isDismissed) return null
  return (
    <Flex bg="green.700" color="white" align="center" justify="center" gap="3" px="12" py="2" position="relative">
      <Text textStyle="sm" textAlign="center">
        {props.text}
      </Text>
      <CloseButton
        size="xs"
        color="white"
        _hover={{ bg: 'green.800' }}
        position="absolute"
        insetEnd="2"
        aria-label="Dismiss"
        onClick={() => setIsDismissed(true)}
      />
    </Flex>
  )
}
