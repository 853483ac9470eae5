import { Input, InputGroup } from '@chakra-ui/react'
import { Search } from 'lucide-react'

export function SearchBox(props: {
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  return (
    <InputGroup startElement={<Search size="1rem" />} flex="1 1 14rem" maxW={{ md: '24rem' }}>
      <Input
        type="search"
        bg="bg.panel"
        aria-label={props.placeholder}
        placeholder={props.placeholder}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </InputGroup>
  )
}
