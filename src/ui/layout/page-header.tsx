import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Heading of a screen, with its actions beside it. */
export function PageHeader(props: { readonly title: string; readonly line?: string; readonly children?: ReactNode }) {
  return (
    <Flex gap={{ base: '3', md: '4' }} wrap="wrap" align="flex-end" justify="space-between" mb={{ base: '4', md: '6' }}>
      <title>{`${props.title} · Nightjar`}</title>
      <Box>
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }} fontWeight="bold" letterSpacing="tight">
          {props.title}
        </Heading>
        {props.line && (
          <Text color="fg.muted" textStyle={{ base: 'sm', md: 'md' }}>
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
