import { Button, Field, Flex, Input } from '@chakra-ui/react'
import { Copy } from 'lucide-react'
import { useRef } from 'react'

/** A text to take along, whole, with a button that copies it. */
export function CopyField(props: {
  readonly label: string
  readonly text: string
  /** Shown below. */
  readonly help?: string
  /** false: it could not; the text is selected then, for the keyboard. */
  readonly onCopy: (text: string) => Promise<boolean>
}) {
  const { label, text, help, onCopy } = props
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await onCopy(text)) return
    input.current?.focus()
    input.current?.select()
  }
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <Flex gap="2" wrap="wrap" width="100%">
        <Input
          ref={input}
          readOnly
          value={text}
          fontFamily="mono"
          textStyle="sm"
          flex="1 1 8rem"
          minW="0"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button type="button" variant="outline" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          <Copy size="1rem" aria-hidden />
          Copy
        </Button>
      </Flex>
      {help !== undefined && <Field.HelperText>{help}</Field.HelperText>}
    </Field.Root>
  )
}
