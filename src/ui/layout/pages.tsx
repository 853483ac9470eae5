import { Button, HStack, Pagination } from '@chakra-ui/react'

/** Previous, numbered pages, Next (EVT-12). `page` counts from 1, as people do. */
export function Pages(props: {
  readonly page: number
  readonly count: number
  readonly onChange: (page: number) => void
}) {
  return (
    <Pagination.Root
      count={props.count}
      pageSize={1}
      page={props.page}
      onPageChange={({ page }) => props.onChange(page)}
      aria-label="Pages"
    >
      <HStack gap="1" justify="center" wrap="wrap">
        <Pagination.PrevTrigger asChild>
          <Button variant="outline" size="sm">
            Previous
          </Button>
        </Pagination.PrevTrigger>
        <Pagination.Items
          render={({ value }) => (
            <Button size="sm" variant={value === props.page ? 'solid' : 'ghost'} colorPalette="brand">
              {value}
            </Button>
          )}
        />
        <Pagination.NextTrigger asChild>
          <Button variant="outline" size="sm">
            Next
          </Button>
        </Pagination.NextTrigger>
      </HStack>
    </Pagination.Root>
  )
}
