import { Button, Flex, Spinner, Text } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowSkeletons } from './skeletons'

/**
 * In the place of what did not come. Such failures are silent (ERR-30), so it is no alert and blames
 * nobody; but that there is nothing would not be true either.
 */
export function TryAgain(props: {
  /** As 'The events are not here yet.' */
  readonly text: string
  readonly isTrying: boolean
  readonly onRetry: () => void
}) {
  return (
    <Flex gap="4" align="center" wrap="wrap">
      <Text color="fg.muted">{props.text}</Text>
      {/* Not disabled meanwhile, which would take the focus from it. */}
      <Button size="sm" variant="outline" aria-busy={props.isTrying} onClick={props.onRetry}>
        {props.isTrying ? <Spinner size="xs" /> : <RotateCw size="1rem" aria-hidden />}
        Try Again
      </Button>
    </Flex>
  )
}

/** What a read brings; grey rows in its place until then, and where it did not come a button that reads it again. */
export function AwaitedRows(props: {
  readonly reading: 'awaited' | 'missing' | 'here'
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown }
  /** Of the grey rows. */
  readonly count: number
  /** As 'The events are not here yet.' */
  readonly missing: string
  readonly children: ReactNode
}) {
  const { query } = props
  if (props.reading === 'awaited') return <RowSkeletons count={props.count} />
  if (props.reading === 'here') return props.children
  return <TryAgain text={props.missing} isTrying={query.isFetching} onRetry={() => void query.refetch()} />
}
