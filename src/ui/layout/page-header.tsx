import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Heading of a screen, with its actions beside it. */
export function PageHeader(props: { readonly title: string; readonly line?: string; readonly children?: ReactNode }) {
  return (
    <Flex gap="4" wrap="wrap" align="flex-end" justify="space-between" mb="6">
      <title>{`${props.title} · Nightjar`}</title>
      <Box>
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }} letterSpacing="tight">
          {props.title}
        </Heading>
        {props.line && (
          <Text color="fg.muted" mt="1">
            {props.line}
          </Text>
        )}
      </Box>
      {props.children && (
        <Flex gap="2" wrap="wrap">
          {props.children}
        </Flex>
      )}
    </Flex>
  )
}
