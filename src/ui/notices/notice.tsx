import { Alert, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A banner that says how things stand and offers a way on. */
export function Notice(props: {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly title?: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <Alert.Root
      status={props.kind}
      rounded="l2"
      alignItems={props.title ? 'flex-start' : 'center'}
      py="3"
      role="status"
    >
      <Alert.Indicator />
      <Flex flex="1" gap="3" wrap="wrap" justify="space-between" align="center" minW="0">
        <Alert.Content flex="1 1 16rem">
          {props.title && <Alert.Title>{props.title}</Alert.Title>}
          {props.children && <Alert.Description>{props.children}</Alert.Description>}
        </Alert.Content>
        {props.actions && (
          <Flex gap="2" wrap="wrap">
            {props.actions}
          </Flex>
        )}
      </Flex>
    </Alert.Root>
  )
}
