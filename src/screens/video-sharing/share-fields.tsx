import { Field, Input, Stack, Textarea } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { expiryOptions, type ShareForm } from '../../state/shares/share-form'
import { Choice } from '../../ui/forms/choice'
import { Toggle } from '../../ui/forms/toggle'

const dayOptions = expiryOptions.map(({ days, label }) => ({ value: String(days), label }))

/** What a share is made of, but for its clip (SHARE-02, SHARE-04 to SHARE-06). */
export function ShareFields(props: {
  readonly form: ShareForm
  readonly onChange: (changed: Partial<ShareForm>) => void
  /** Stands after the description. */
  readonly clip?: ReactNode
  /** Before the days, where the end may stay what it is. */
  readonly sameEnd?: { readonly value: string; readonly label: string }
  readonly passwordHelp?: string
  /** What each position of the switch means. */
  readonly audience?: { readonly open: string; readonly closed: string }
}) {
  const { form, onChange } = props
  return (
    <>
      <Field.Root>
        <Field.Label>Title</Field.Label>
        <Input
          placeholder="What the clip shows"
          maxLength={100}
          value={form.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </Field.Root>
      <Field.Root>
        <Field.Label>Description</Field.Label>
        <Textarea
          rows={3}
          placeholder="A word to those who receive it"
          maxLength={500}
          value={form.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </Field.Root>
      {props.clip}
      <Choice
        label="Expires After"
        value={String(form.expiryDays)}
        options={props.sameEnd ? [props.sameEnd, ...dayOptions] : dayOptions}
        onChange={(days) => onChange({ expiryDays: Number(days) })}
      />
      <Stack gap="2">
        <Toggle
          label="Password Protection"
          isOn={form.requirePassword}
          onChange={(requirePassword) => onChange({ requirePassword, password: '' })}
        />
        {form.requirePassword && (
          <Field.Root>
            <Field.Label>Password</Field.Label>
            <Input
              type="password"
              autoComplete="new-password"
              maxLength={200}
              value={form.password}
              onChange={(event) => onChange({ password: event.currentTarget.value })}
            />
            {props.passwordHelp && <Field.HelperText>{props.passwordHelp}</Field.HelperText>}
          </Field.Root>
        )}
        <Field.Root>
          <Toggle label="Public Share" isOn={form.isPublic} onChange={(isPublic) => onChange({ isPublic })} />
          {props.audience && (
            <Field.HelperText>{form.isPublic ? props.audience.open : props.audience.closed}</Field.HelperText>
          )}
        </Field.Root>
      </Stack>
    </>
  )
}
