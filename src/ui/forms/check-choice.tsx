import { Checkbox, CheckboxGroup, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { overTheDrawing } from './over-the-drawing'

interface Option<Value> {
  readonly value: Value
  readonly label: string
  /** What choosing it means. */
  readonly line?: string
}

/** A choice of any of a few; what is chosen is in the order of the options. */
export function CheckChoice<Value extends string>(props: {
  /** Read out, not shown. */
  readonly label: string
  readonly values: readonly Value[]
  readonly options: readonly Option<Value>[]
  readonly onChange: (values: Value[]) => void
}) {
  const choose = (chosen: readonly string[]) =>
    props.onChange(props.options.map(({ value }) => value).filter((value) => chosen.includes(value)))
  const hasLines = props.options.some(({ line }) => line !== undefined)
  return (
    <CheckboxGroup aria-label={props.label} value={[...props.values]} onValueChange={choose}>
      <Stack direction={hasLines ? 'column' : 'row'} gap="2" columnGap="4" wrap="wrap">
        {props.options.map((option) => (
          <Check key={option.value} option={option} />
        ))}
      </Stack>
    </CheckboxGroup>
  )
}

function Check({ option: { value, label, line } }: { readonly option: Option<string> }) {
  const lineId = useId()
  return (
    <Checkbox.Root value={value} colorPalette="brand" {...(line !== undefined && { alignItems: 'start' })}>
      {/* The library hides the drawing from screen readers, and the input with it. */}
      <Checkbox.Control aria-hidden={false} position="relative">
        <Checkbox.Indicator />
        <Checkbox.HiddenInput style={overTheDrawing} {...(line !== undefined && { 'aria-describedby': lineId })} />
      </Checkbox.Control>
      {line === undefined ? (
        <Checkbox.Label>{label}</Checkbox.Label>
      ) : (
        <Stack gap="0.5">
          <Checkbox.Label>{label}</Checkbox.Label>
          <Text id={lineId} color="fg.muted" textStyle="sm">
            {line}
          </Text>
        </Stack>
      )}
    </Checkbox.Root>
  )
}
