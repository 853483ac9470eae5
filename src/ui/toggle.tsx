import { Switch, VisuallyHidden } from '@chakra-ui/react'

/** A labelled switch. */
export function Toggle(props: {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  /** Read out with the label, not shown. */
  readonly description?: string
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
      <Switch.Label>
        {props.label}
        {props.description && <VisuallyHidden>. {props.description}</VisuallyHidden>}
      </Switch.Label>
      <Switch.HiddenInput />
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
    </Switch.Root>
  )
}
