import { Spinner } from '@chakra-ui/react'

/** Beside a switch that shows already what is still being saved. */
export function Saving() {
  return <Spinner size="sm" color="fg.muted" role="status" aria-label="Saving" />
}
