import { Skeleton, Stack } from '@chakra-ui/react'
import { usePatience } from './use-patience'

/** Grey rows while a list loads. */
export function RowSkeletons(props: { readonly count: number; readonly height?: string }) {
  const isShown = usePatience()
  return (
    <Stack gap="3" aria-busy aria-label="Loading" visibility={isShown ? 'visible' : 'hidden'}>
      {Array.from({ length: props.count }, (_, index) => index).map((index) => (
        <Skeleton key={index} height={props.height ?? '3.25rem'} rounded="l2" />
      ))}
    </Stack>
  )
}
