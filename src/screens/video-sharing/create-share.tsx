import { Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Link2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { MAX_SHARES, MIN_SHARE_PASSWORD_LENGTH, type Share } from '../../contract/shares'
import { emptyShareForm, type ShareForm } from '../../state/shares/share-form'
import { areSharesFullAtom, makeShareAtom } from '../../state/shares/shares'
import { BusyButton } from '../../ui/forms/busy-button'
import { usePending } from '../../ui/forms/use-pending'
import { audience } from './audience'
import { ShareFields } from './share-fields'

/** The form of a new share. `clip` stands in its place among the fields where it is chosen here. */
export function CreateShare(props: {
  readonly videoId: string
  readonly form: ShareForm
  readonly onForm: (change: (now: ShareForm) => ShareForm) => void
  readonly clip?: ReactNode
  readonly onMade: (share: Share) => void
}) {
  const make = useSetAtom(makeShareAtom)
  const isFull = useAtomValue(areSharesFullAtom)
  const { form, onForm } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isMaking, run] = usePending()
  const makeIt = async () => {
    const sent = form
    const outcome = await make(sent, props.videoId)
    if (outcome.kind === 'refused') return setRefusal(outcome.text)
    setRefusal(null)
    // What was typed meanwhile is of the next.
    onForm((now) => (now === sent ? emptyShareForm : now))
    props.onMade(outcome.share)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(makeIt)
  }
  if (isFull) {
    return (
      <Text color="fg.muted" textStyle="sm">
        A workspace has at most {MAX_SHARES} shares. Revoke one that nobody needs any more to make another.
      </Text>
    )
  }
  return (
    <Stack as="form" gap="4" onSubmit={submit}>
      <ShareFields
        form={form}
        onChange={(changed) => {
          onForm((before) => ({ ...before, ...changed }))
          setRefusal(null)
        }}
        clip={props.clip}
        passwordHelp={`At least ${MIN_SHARE_PASSWORD_LENGTH} characters. Tell it to those who may watch, not beside the link.`}
        audience={audience}
      />
      <Text role="alert" color="fg.error" textStyle="sm" hidden={refusal === null}>
        {refusal}
      </Text>
      <BusyButton type="submit" colorPalette="brand" isBusy={isMaking}>
        <Link2 size="1rem" aria-hidden />
        Create Secure Share
      </BusyButton>
    </Stack>
  )
}
