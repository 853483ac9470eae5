import { Checkbox, CheckboxGroup, Stack } from '@chakra-ui/react'

/** A choice of any of a few; what is chosen is in the order of the options. */
export function CheckChoice<Value extends string>(props: {
  /** Read out, not shown. */
  readonly label: string
  readonly values: readonly Value[]
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (values: Value[]) => void
}) {
  const choose = (chosen: readonly string[]) =>
    props.onChange(props.options.map(({ value }) => value).filter((value) => chosen.includes(value)))
  return (
    <CheckboxGroup aria-label={props.label} value={[...props.values]} onValueChange={choose}>
      <Stack direction="row" gap="2" columnGap="5" wrap="wrap">
        {props.options.map(({ value, label }) => (
          <Checkbox.Root key={value} value={value} colorPalette="brand" minH="8">
            <Checkbox.HiddenInput />
            <Checkbox.Control>
              <Checkbox.Indicator />
            </Checkbox.Control>
            <Checkbox.Label>{label}</Checkbox.Label>
          </Checkbox.Root>
        ))}
      </Stack>
    </CheckboxGroup>
  )
}
