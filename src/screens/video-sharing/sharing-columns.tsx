import { Grid, Heading, Stack } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

/** The form, and beside it what is shared. */
export function SharingColumns({ children }: { readonly children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 2fr) minmax(0, 3fr)' }} gap="4" alignItems="start">
      {children}
    </Grid>
  )
}

export function ShareSection(props: {
  readonly heading: string
  /** What is wrong with all of them; comes with what is below, so that nothing moves. */
  readonly note?: ReactNode
  readonly children: ReactNode
}) {
  const headingId = useId()
  return (
    <Stack as="section" gap="3" minW="0" aria-labelledby={headingId}>
      <Heading as="h2" size="md" id={headingId}>
        {props.heading}
      </Heading>
      {props.note}
      {props.children}
    </Stack>
  )
}

export function ShareList({ children, ...section }: Parameters<typeof ShareSection>[0]) {
  return (
    <ShareSection {...section}>
      <Grid as="ul" listStyleType="none" gap="4" templateColumns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))">
        {children}
      </Grid>
    </ShareSection>
  )
}
