import { Button, Center, Flex, Pagination } from '@chakra-ui/react'
import { useRef } from 'react'

/** On phones more numbers than these have a line of their own, below the two buttons. */
const FEW = 3
const ownLine = { order: { base: 1, md: 0 }, width: { base: '100%', md: 'auto' } } as const

/** The library's own names would hide the words that are seen from who speaks them. */
const asTheyRead = {
  prevTriggerLabel: 'Previous',
  nextTriggerLabel: 'Next',
  itemLabel: ({ page }: { readonly page: number }) => String(page),
}

/** Previous, numbered pages, Next (EVT-12). `page` counts from 1, as people do. */
export function Pages(props: {
  readonly page: number
  readonly count: number
  readonly onChange: (page: number) => void
}) {
  const isLong = props.count > FEW
  const root = useRef<HTMLDivElement>(null)
  const change = (page: number) => {
    // The button that led here is disabled at once, and would take the focus with it.
    if (page === 1 || page === props.count) root.current?.querySelector<HTMLElement>(`[data-index="${page}"]`)?.focus()
    props.onChange(page)
  }
  return (
    <Pagination.Root
      ref={root}
      count={props.count}
      pageSize={1}
      page={props.page}
      onPageChange={({ page }) => change(page)}
      aria-label="Pages"
      translations={asTheyRead}
    >
      <Flex gap="1" align="center" justify={{ base: isLong ? 'space-between' : 'center', md: 'center' }} wrap="wrap">
        <Pagination.PrevTrigger asChild>
          <Button variant="outline" size="sm">
            Previous
          </Button>
        </Pagination.PrevTrigger>
        <Flex gap="1" justify="center" wrap="wrap" {...(isLong && ownLine)}>
          <Pagination.Items
            ellipsis={
              <Center minW="6" color="fg.muted" aria-hidden>
                …
              </Center>
            }
            render={({ value }) => (
              <Button size="sm" variant={value === props.page ? 'solid' : 'ghost'} colorPalette="brand">
                {value}
              </Button>
            )}
          />
        </Flex>
        <Pagination.NextTrigger asChild>
          <Button variant="outline" size="sm">
            Next
          </Button>
        </Pagination.NextTrigger>
      </Flex>
    </Pagination.Root>
  )
}
