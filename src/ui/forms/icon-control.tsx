import { IconButton } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A deed that an icon stands for, under a picture. */
export function IconControl(props: {
  readonly label: string
  /** The key that does the same. */
  readonly letter?: string
  readonly variant?: 'ghost' | 'outline'
  readonly isDisabled?: boolean
  readonly act: () => void
  readonly children: ReactNode
}) {
  const { label, letter } = props
  const key = letter === undefined ? { title: label } : { 'aria-keyshortcuts': letter, title: `${label} (${letter})` }
  return (
    <IconButton
      size="sm"
      variant={props.variant ?? 'ghost'}
      aria-label={label}
      disabled={props.isDisabled === true}
      onClick={props.act}
      {...key}
    >
      {props.children}
    </IconButton>
  )
}
