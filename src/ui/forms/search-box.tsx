import { Input, InputGroup } from '@chakra-ui/react'
import { Search } from 'lucide-react'

export function SearchBox(props: {
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** As wide as what stands below it. */
  readonly isWide?: boolean
}) {
  return (
    <InputGroup
      startElement={<Search size="1rem" />}
      flex="1 1 14rem"
      maxW={props.isWide ? undefined : { md: '24rem' }}
    >
      <Input
        type="search"
        bg="bg.panel"
        aria-label={props.placeholder}
        placeholder={props.placeholder}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        // A form around it would be sent: whoever searches means the search.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </InputGroup>
  )
}
