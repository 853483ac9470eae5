import { Skeleton } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { usePatience } from './use-patience'

/** Content whose figures are not known yet: its place stays, and turns grey when that lasts (nothing flickers). */
export function Awaited({ isAwaited, children }: { readonly isAwaited: boolean; readonly children: ReactNode }) {
  return isAwaited ? <Covered>{children}</Covered> : children
}

function Covered({ children }: { readonly children: ReactNode }) {
  const isOver = usePatience()
  return (
    <Skeleton loading variant={isOver ? 'pulse' : 'none'} aria-hidden>
      {children}
    </Skeleton>
  )
}
