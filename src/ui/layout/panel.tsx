import { Box, type BoxProps, Flex, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A bordered card with an optional heading. */
export function Panel({
  heading,
  aside,
  children,
  ...box
}: BoxProps & { readonly heading?: string; readonly aside?: ReactNode }) {
  return (
    <Box bg="bg.panel" borderWidth="1px" rounded="l3" p="4" minW="0" {...box}>
      {heading && (
        <Flex justify="space-between" align="center" gap="3" mb="3" wrap="wrap">
          <Heading as="h2" size="md">
            {heading}
          </Heading>
          {aside}
        </Flex>
      )}
      {children}
    </Box>
  )
}
