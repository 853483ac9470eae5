import { Switch } from '@chakra-ui/react'

/** A labelled switch. */
export function Toggle(props: {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
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
      width="100%"
    >
      <Switch.Label>{props.label}</Switch.Label>
      <Switch.HiddenInput />
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
    </Switch.Root>
  )
}
