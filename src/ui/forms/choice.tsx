import { Field, NativeSelect } from '@chakra-ui/react'

/** A select: the browser's own, which every phone and screen reader knows how to open. */
export function Choice(props: {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly onChange: (value: string) => void
}) {
  return (
    <Field.Root width={props.isLabelHidden ? 'auto' : '100%'} invalid={props.isInvalid ?? false}>
      {!props.isLabelHidden && <Field.Label>{props.label}</Field.Label>}
      <NativeSelect.Root>
        <NativeSelect.Field
          bg="bg.panel"
          aria-label={props.label}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.placeholder && <option value="">{props.placeholder}</option>}
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  )
}
