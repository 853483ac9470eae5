import { Alert, Flex, Span } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** What matters to a whole page, in one line where there is room: what it is, and its remedy beside it (FACE-08). */
export function OneLine(props: {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly title?: string
  readonly children: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <Alert.Root status={props.kind} rounded="l2" alignItems="center" py="1" px="3" minH="10" gap="2" role="status">
      <Alert.Indicator boxSize="4" />
      <Flex flex="1" gap="2" columnGap="4" wrap="wrap" justify="space-between" align="center" minW="0" textStyle="sm">
        <Span flex="1 1 14rem">
          {props.title && <Span fontWeight="semibold">{props.title}</Span>}
          {props.title && '. '}
          <Span>{props.children}</Span>
        </Span>
        {props.actions && (
          <Flex gap="2" wrap="wrap">
            {props.actions}
          </Flex>
        )}
      </Flex>
    </Alert.Root>
  )
}

/** What stands above the content of a page: nothing, and no room, while all is well. */
export function OneLines(props: { readonly children: ReactNode }) {
  return (
    <Flex direction="column" gap="2" mb="4" _empty={{ display: 'none' }}>
      {props.children}
    </Flex>
  )
}
