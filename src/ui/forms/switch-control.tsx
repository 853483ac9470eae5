import { Switch } from '@chakra-ui/react'
import { type ComponentProps, useEffect, useRef } from 'react'

/** The input lies over what is drawn, and so is pressed itself by whoever looks for it: a program, or a voice. */
const overTheDrawing = {
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  clip: 'auto',
  opacity: 0,
  cursor: 'inherit',
} as const

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
