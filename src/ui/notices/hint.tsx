import { Portal, Tooltip } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

/**
 * A tooltip: opens after 700 ms, at once within 300 ms of another (CONST-06), after 200 ms in the sidebar's icon strip
 * . The library skips the delay while another tooltip still closes, so its closing delay is the skip delay.
 */
export function Hint(props: {
  readonly text: ReactNode
  readonly children: ReactElement
  readonly isDisabled?: boolean
  readonly openDelayMs?: number
  readonly placement?: 'top' | 'right' | 'bottom'
}) {
  return (
    <Tooltip.Root
      disabled={props.isDisabled ?? false}
      openDelay={props.openDelayMs ?? 700}
      closeDelay={300}
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
