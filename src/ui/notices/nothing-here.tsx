import { EmptyState, VStack } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Designed emptiness: what is missing and what to do next. */
export function NothingHere(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <EmptyState.Root bg="bg.panel" borderWidth="1px" borderStyle="dashed" rounded="l3">
      <EmptyState.Content>
        <EmptyState.Indicator>{props.icon}</EmptyState.Indicator>
        <VStack textAlign="center" gap="1">
          <EmptyState.Title>{props.title}</EmptyState.Title>
          <EmptyState.Description>{props.text}</EmptyState.Description>
        </VStack>
        {props.children}
      </EmptyState.Content>
    </EmptyState.Root>
  )
}
