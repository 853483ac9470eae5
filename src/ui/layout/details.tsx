import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A line that opens to more. */
export function Details(props: { readonly summary: ReactNode; readonly children: ReactNode }) {
  return (
    <chakra.details textStyle="sm" color="fg.muted">
      <chakra.summary minH="10" display="list-item" alignContent="center" cursor="pointer">
        {props.summary}
      </chakra.summary>
      <chakra.div pb="2">{props.children}</chakra.div>
    </chakra.details>
  )
}
