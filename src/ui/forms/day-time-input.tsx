import { Input, type InputProps } from '@chakra-ui/react'
import { useState } from 'react'

/**
 * A day (`YYYY-MM-DD`) or a time of day. Browsers have their parts typed one after the other, and say nothing, or something
 * that nobody means, in between: written over then, they forget what was typed. So it stands until the field is left.
 */
export function DayTimeInput({
  value,
  onChange,
  ...input
}: Pick<InputProps, 'aria-label' | 'bg' | 'required' | 'max' | 'step'> & {
  readonly type: 'date' | 'time'
  readonly value: string
  /** Hears of each that is whole, also of those on the way to another: the year 0002 before 2026. */
  readonly onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      {...input}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        if (currentTarget.value !== '') onChange(currentTarget.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
