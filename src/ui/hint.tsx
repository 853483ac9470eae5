import { Portal, Tooltip } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

/** A tooltip: opens after 700 ms (spec 9), 200 ms in the sidebar's icon strip. */
export function Hint(props: {
  readonly text: ReactNode
  readonly children: ReactElement
  readonly isDisabled?: boolean
  readonly openDelayMs?: number
  readonly placement?: 'top' | 'right' | 'bottom'
}) {
  if (props.isDisabled) return props.children
  return (
    <Tooltip.Root
      openDelay={props.openDelayMs ?? 700}
      closeDelay={100}
      positioning={{ placement: props.placement ?? 'top' }}
    >
      <Tooltip.Trigger asChild>{props.children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{props.text}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  )
}
