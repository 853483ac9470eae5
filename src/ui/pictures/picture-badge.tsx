import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Hint } from '../notices/hint'

const style = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  px: '2',
  py: '1',
  rounded: 'full',
  bg: 'picture.ground',
  color: 'white',
  textStyle: 'sm',
} as const

/** A pill on a picture that says how things stand. */
export function PictureBadge(props: { readonly mark: ReactNode; readonly text: string; readonly hint?: string }) {
  if (props.hint === undefined) {
    return (
      <chakra.div role="status" {...style}>
        {props.mark}
        {props.text}
      </chakra.div>
    )
  }
  return (
    <Hint text={props.hint} placement="bottom">
      {/* A button, so that the hint can be reached without a mouse. */}
      <chakra.button type="button" cursor="help" {...style}>
        {props.mark}
        {props.text}
      </chakra.button>
    </Hint>
  )
}
