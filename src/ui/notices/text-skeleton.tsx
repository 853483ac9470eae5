import { Flex, Skeleton } from '@chakra-ui/react'

/** A grey stretch in the place of a line of text, as high as a line of that style. */
export function TextSkeleton(props: { readonly width: string; readonly textStyle: 'sm' | 'md'; readonly mb?: string }) {
  return (
    <Flex textStyle={props.textStyle} height="1lh" align="center" mb={props.mb ?? '0'} aria-hidden>
      <Skeleton height="0.7em" width={props.width} maxW="100%" rounded="l1" />
    </Flex>
  )
}
