import { Field, Flex, Input } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { inviteAtom } from '../../state/members/members'
import { BusyButton } from '../../ui/forms/busy-button'
import { usePending } from '../../ui/forms/use-pending'

export function InviteForm() {
  const invite = useSetAtom(inviteAtom)
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSending, run] = usePending()
  const latest = useRef(email)
  latest.current = email
  const send = async () => {
    // The button is disabled meanwhile; the next address is typed here anyway.
    input.current?.focus()
    const outcome = await invite(email)
    // Of another address, typed meanwhile, nothing is known.
    if (latest.current !== email) return
    setRefusal(outcome.kind === 'refused' ? outcome.text : null)
    if (outcome.kind === 'sent') setEmail('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(send)
  }
  return (
    // Its own sentence says what is wrong with an address.
    <form onSubmit={submit} noValidate aria-label="Invitation">
      <Field.Root invalid={refusal !== null}>
        <Field.Label>Invite by e-mail</Field.Label>
        <Flex gap="2" wrap="wrap" width="100%">
          <Input
            ref={input}
            flex="1 1 14rem"
            maxW={{ md: '24rem' }}
            type="email"
            name="invite"
            autoComplete="off"
            spellCheck={false}
            placeholder="name@example.org"
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setRefusal(null)
            }}
          />
          <BusyButton type="submit" variant="outline" isBusy={isSending} disabled={email.trim() === ''}>
            <Send size="1rem" aria-hidden />
            Send Invitation
          </BusyButton>
        </Flex>
        <Field.ErrorText>{refusal}</Field.ErrorText>
        {refusal === null && (
          <Field.HelperText>They join by signing in with this address within 7 days.</Field.HelperText>
        )}
      </Field.Root>
    </form>
  )
}
