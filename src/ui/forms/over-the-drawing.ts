/**
 * Style of an input of a drawn control: it lies over what is drawn, and so is pressed itself by whoever looks for it, a
 * program or a voice. What is around it has to have a position.
 */
export const overTheDrawing = {
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  clip: 'auto',
  opacity: 0,
  cursor: 'inherit',
} as const
