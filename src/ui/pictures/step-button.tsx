import { IconButton } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** To the picture, the day or the hour before or after. Not `disabled`, which would take the focus from it at the list's end. */
export function StepButton(props: {
  readonly label: string
  readonly act: (() => void) | null
  readonly children: ReactNode
}) {
  const isEnd = props.act === null
  return (
    <IconButton
      size="sm"
      variant="outline"
      aria-label={props.label}
      aria-disabled={isEnd}
      opacity={isEnd ? 0.5 : undefined}
      cursor={isEnd ? 'not-allowed' : undefined}
      onClick={() => props.act?.()}
    >
      {props.children}
    </IconButton>
  )
}
