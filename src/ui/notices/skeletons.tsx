import { Flex, Skeleton, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'

/** Nothing flickers: what loads within this time shows no skeleton. */
const PATIENCE_MS = 300

/** Whether something has been on its way for so long that its skeleton should show. */
export function usePatience(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

/** What does not need a list waits this long for it: where it comes within, nothing changes its place. */
const LATE_MS = 2_000

/** Whether something was awaited for so long that the rest shows without it; so from then on, as what shows keeps its place. */
export function useLateness(isAwaited: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isAwaited])
  return isLate
}

/** Grey rows while a list loads. */
export function RowSkeletons(props: {
  readonly count: number
  readonly height?: string | { readonly base: string; readonly md: string }
}) {
  const isShown = usePatience()
  return (
    <Stack gap="3" aria-busy aria-label="Loading" visibility={isShown ? 'visible' : 'hidden'}>
      {Array.from({ length: props.count }, (_, index) => index).map((index) => (
        <Skeleton key={index} height={props.height ?? '3.25rem'} rounded="l2" />
      ))}
    </Stack>
  )
}

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

/** A grey stretch in the place of a line of text, as high as a line of that style. */
export function TextSkeleton(props: { readonly width: string; readonly textStyle: 'sm' | 'md'; readonly mb?: string }) {
  return (
    <Flex textStyle={props.textStyle} height="1lh" align="center" mb={props.mb ?? '0'} aria-hidden>
      <Skeleton height="0.7em" width={props.width} maxW="100%" rounded="l1" />
    </Flex>
  )
}
