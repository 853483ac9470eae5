import { Box, Field, Input, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { type FormEvent, useState } from 'react'
import type { Camera } from '../../../contract/camera'
import { type NewWebhook, webhookKinds } from '../../../contract/notifications/webhooks'
import { camerasQueryAtom } from '../../../state/cameras/camera-list'
import { readingOf } from '../../../state/http/reads'
import { kindWords } from '../../../state/notifications/webhook-words'
import { CheckChoice } from '../../../ui/forms/check-choice'
import { Toggle } from '../../../ui/forms/toggle'
import { RowSkeletons } from '../../../ui/notices/skeletons'
import { TryAgain } from '../../../ui/notices/try-again'

export const emptyWebhook: NewWebhook = { name: '', url: '', kinds: ['event.created'], cameraIds: null }

/** What is chosen of a webhook, whether that is another than it began with, and whether that can be saved. */
export function useWebhookForm(first: NewWebhook) {
  const [begun, setBegun] = useState(first)
  const [wanted, setWanted] = useState(first)
  const [refusal, setRefusal] = useState<string | null>(null)
  const change = (part: Partial<NewWebhook>) => {
    setWanted((before) => ({ ...before, ...part }))
    setRefusal(null)
  }
  const isWhole =
    wanted.name.trim() !== '' && wanted.url.trim() !== '' && wanted.kinds.length > 0 && wanted.cameraIds?.length !== 0
  const restart = (next: NewWebhook) => {
    setBegun(next)
    setWanted(next)
    setRefusal(null)
  }
  return {
    wanted,
    isChanged: JSON.stringify(wanted) !== JSON.stringify(begun),
    refusal,
    isWhole,
    change,
    restart,
    setRefusal,
  }
}

type WebhookFormState = ReturnType<typeof useWebhookForm>

/** Name, address, kinds and cameras. */
export function WebhookForm(props: {
  readonly id: string
  readonly form: WebhookFormState
  readonly onSubmit: () => void
}) {
  const { wanted, refusal, change } = props.form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <Stack as="form" id={props.id} gap="4" onSubmit={submit}>
      <Field.Root>
        <Field.Label>Name</Field.Label>
        <Input
          maxLength={100}
          autoComplete="off"
          placeholder="Lights in the hall"
          value={wanted.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Field.HelperText>So that you know it again in the list.</Field.HelperText>
      </Field.Root>
      <Field.Root invalid={refusal !== null}>
        <Field.Label>Address</Field.Label>
        <Input
          maxLength={2000}
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
          placeholder="https://example.org/hook"
          value={wanted.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <Field.ErrorText>{refusal}</Field.ErrorText>
        {refusal === null && (
          <Field.HelperText>
            A public address with https. Programs in your own network need a setting of the hub, WEBHOOK_HOSTS.
          </Field.HelperText>
        )}
      </Field.Root>
      <Box>
        <Text textStyle="sm" fontWeight="medium" mb="2" aria-hidden>
          Call it for
        </Text>
        <CheckChoice
          label="Call it for"
          values={wanted.kinds}
          options={webhookKinds.map((kind) => ({ value: kind, ...kindWords[kind] }))}
          onChange={(kinds) => change({ kinds })}
        />
      </Box>
      <CameraChoice cameraIds={wanted.cameraIds} onChange={(cameraIds) => change({ cameraIds })} />
    </Stack>
  )
}

function CameraChoice(props: {
  readonly cameraIds: readonly string[] | null
  readonly onChange: (cameraIds: string[] | null) => void
}) {
  const query = useAtomValue(camerasQueryAtom)
  const cameras = query.data ?? []
  const idsOf = (all: readonly Camera[]) => all.map(({ id }) => id)
  return (
    <Stack gap="2">
      <Toggle
        label="All cameras"
        description="Also those that are added later"
        isOn={props.cameraIds === null}
        onChange={(isAll) => props.onChange(isAll ? null : idsOf(cameras))}
      />
      {props.cameraIds !== null && readingOf(query) === 'awaited' && <RowSkeletons count={1} height="2rem" />}
      {props.cameraIds !== null && readingOf(query) === 'missing' && (
        <TryAgain
          text="The cameras are not here yet."
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {props.cameraIds !== null && readingOf(query) === 'here' && cameras.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          There is no camera yet. Leave this to all cameras.
        </Text>
      )}
      {props.cameraIds !== null && cameras.length > 0 && (
        <CheckChoice
          label="Cameras"
          values={props.cameraIds}
          options={cameras.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={props.onChange}
        />
      )}
    </Stack>
  )
}
