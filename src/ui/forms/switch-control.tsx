import { Switch } from '@chakra-ui/react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { overTheDrawing } from './over-the-drawing'

/**
 * The drawn switch, and the box that it is to keys and screen readers. A press turns it at once, also where nothing comes
 * of the press: it is turned back with the next drawing, or the next press would change nothing.
 */
export function SwitchControl({
  isOn,
  ...rest
}: ComponentProps<typeof Switch.HiddenInput> & { readonly isOn: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.checked = isOn
  })
  return (
    // The library hides the drawing from screen readers, and the input with it.
    <Switch.Control aria-hidden={false}>
      <Switch.Thumb />
      <Switch.HiddenInput ref={input} role="switch" style={overTheDrawing} {...rest} />
    </Switch.Control>
  )
}
