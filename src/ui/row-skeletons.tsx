import { Skeleton, Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'

/** Nothing flickers: what loads within this time shows no skeleton. */
const PATIENCE_MS = 300

/** Grey rows while a list loads. */
export function RowSkeletons(props: { readonly count: number; readonly height?: string }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap="3" aria-busy aria-label="Loading" visibility={isShown ? 'visible' : 'hidden'}>
      {Array.from({ length: props.count }, (_, index) => index).map((index) => (
        <Skeleton key={index} height={props.height ?? '3.25rem'} rounded="l2" />
      ))}
    </Stack>
  )
}
