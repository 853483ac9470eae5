import { Button, Field, Input, Stack, Textarea } from '@chakra-ui/react'
import { Link2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { emptyShareForm, expiryOptions, type ShareForm, sampleClips } from '../../state/shares/shares'
import { Choice } from '../../ui/forms/choice'
import { Toggle } from '../../ui/forms/toggle'
import { Panel } from '../../ui/layout/panel'

const clipOptions = sampleClips.map((label) => ({ value: label, label }))
const dayOptions = expiryOptions.map(({ days, label }) => ({ value: String(days), label }))

/** A form that can be filled in; 'Create Secure Share' has no action (SHARE-07). */
export function CreateShare() {
  const [form, setForm] = useState(emptyShareForm)
  const [clip, setClip] = useState('')
  const change = (changed: Partial<ShareForm>) => setForm((before) => ({ ...before, ...changed }))
  return (
    <Panel heading="Create New Share">
      <Stack as="form" gap="4" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <Field.Root>
          <Field.Label>Title</Field.Label>
          <Input
            placeholder="What the clip shows"
            value={form.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
        </Field.Root>
        <Field.Root>
          <Field.Label>Description</Field.Label>
          <Textarea
            rows={3}
            placeholder="A word to those who receive it"
            value={form.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </Field.Root>
        <Choice label="Video Clip" placeholder="Choose a clip" value={clip} options={clipOptions} onChange={setClip} />
        <Choice
          label="Expires After"
          value={String(form.expiryDays)}
          options={dayOptions}
          onChange={(days) => change({ expiryDays: Number(days) })}
        />
        <Stack gap="2">
          <Toggle
            label="Password Protection"
            isOn={form.requirePassword}
            onChange={(requirePassword) => change({ requirePassword, password: '' })}
          />
          {form.requirePassword && (
            <Field.Root>
              <Field.Label>Password</Field.Label>
              <Input
                type="password"
                autoComplete="new-password"
                value={form.password}
                onChange={(event) => change({ password: event.currentTarget.value })}
              />
            </Field.Root>
          )}
          <Toggle label="Public Share" isOn={form.isPublic} onChange={(isPublic) => change({ isPublic })} />
        </Stack>
        <Button type="submit" colorPalette="brand">
          <Link2 size="1rem" aria-hidden />
          Create Secure Share
        </Button>
      </Stack>
    </Panel>
  )
}
