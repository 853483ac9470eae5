import { HStack, Switch } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { SwitchControl } from './switch-control'

/** A labelled switch. */
export function Toggle(props: {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  /** Read out after the label, not shown. */
  readonly description?: string
  /** Shown before the switch. */
  readonly aside?: ReactNode
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <Switch.Root
      checked={props.isOn}
      disabled={props.isDisabled ?? false}
      onCheckedChange={({ checked }) => props.onChange(checked)}
      colorPalette="brand"
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      width="100%"
    >
      <Switch.Label>{props.label}</Switch.Label>
      <HStack gap="3">
        {props.aside}
        <SwitchControl isOn={props.isOn} aria-description={props.description} />
      </HStack>
    </Switch.Root>
  )
}
