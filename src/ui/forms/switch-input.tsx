import { Switch } from '@chakra-ui/react'
import { type ComponentProps, useEffect, useRef } from 'react'

/**
 * The box that a switch is to keys and screen readers. A press turns it at once, also where nothing comes of the press:
 * it is turned back with the next drawing, or the next press would change nothing.
 */
export function SwitchInput({ isOn, ...rest }: ComponentProps<typeof Switch.HiddenInput> & { readonly isOn: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.checked = isOn
  })
  return <Switch.HiddenInput ref={input} {...rest} />
}
