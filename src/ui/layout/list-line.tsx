import { Box, Flex, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** An entry of a list with its icon and, at the end or below where there is no room, what may be done about it. */
export function ListLine(props: {
  readonly icon: ReactNode
  readonly actions: ReactNode
  /** Beside several lines the icon stands at the first. */
  readonly hasOneLine?: boolean
  readonly children: ReactNode
}) {
  const { hasOneLine = false } = props
  return (
    <Flex
      as="li"
      gap="3"
      rowGap="2"
      py="2"
      align="center"
      wrap="wrap"
      minH="3.25rem"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Flex flex="1 1 13rem" minW="0" gap="3" align={hasOneLine ? 'center' : 'start'}>
        <Box color="fg.muted" flexShrink={0} pt={hasOneLine ? undefined : '0.5'} aria-hidden>
          {props.icon}
        </Box>
        {props.children}
      </Flex>
      {props.actions}
    </Flex>
  )
}

/** The list of such entries. What stands above and below has its distance from their words, not from the room around those. */
export function ListLines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack as="ul" gap="0" listStyleType="none" aria-label={label} my="-2">
      {children}
    </Stack>
  )
}
