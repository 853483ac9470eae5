import { RadioCard, Stack } from '@chakra-ui/react'
import { RadioInput } from './radio-input'

/** A choice of a few, each with a sentence that says what it means. */
export function RadioChoice<Value extends string>(props: {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly line: string }[]
  readonly onChange: (value: Value) => void
}) {
  const choose = (value: string | null) => {
    const option = props.options.find((other) => other.value === value)
    if (option !== undefined) props.onChange(option.value)
  }
  return (
    <RadioCard.Root value={props.value} size="sm" colorPalette="brand" onValueChange={({ value }) => choose(value)}>
      <RadioCard.Label>{props.label}</RadioCard.Label>
      <Stack gap="2">
        {props.options.map(({ value, label, line }) => (
          <RadioCard.Item key={value} value={value}>
            <RadioCard.ItemControl>
              <RadioInput mt="0.5" />
              <RadioCard.ItemContent>
                <RadioCard.ItemText>{label}</RadioCard.ItemText>
                <RadioCard.ItemDescription opacity="1" color="fg.muted">
                  {line}
                </RadioCard.ItemDescription>
              </RadioCard.ItemContent>
            </RadioCard.ItemControl>
          </RadioCard.Item>
        ))}
      </Stack>
    </RadioCard.Root>
  )
}
