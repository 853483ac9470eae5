import { Button, Stack } from '@chakra-ui/react'
import { Link2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sampleClips } from '../../state/shares/samples'
import { emptyShareForm } from '../../state/shares/share-form'
import { Choice } from '../../ui/forms/choice'
import { Panel } from '../../ui/layout/panel'
import { ShareFields } from './share-fields'

const clipOptions = sampleClips.map((label) => ({ value: label, label }))

/** A form that can be filled in; 'Create Secure Share' has no action (SHARE-07). */
export function SampleForm() {
  const [form, setForm] = useState(emptyShareForm)
  const [clip, setClip] = useState('')
  return (
    <Panel heading="Create New Share">
      <Stack as="form" gap="4" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <ShareFields
          form={form}
          onChange={(changed) => setForm((before) => ({ ...before, ...changed }))}
          clip={
            <Choice
              label="Video Clip"
              placeholder="Choose a clip"
              value={clip}
              options={clipOptions}
              onChange={setClip}
            />
          }
        />
        <Button type="submit" colorPalette="brand">
          <Link2 size="1rem" aria-hidden />
          Create Secure Share
        </Button>
      </Stack>
    </Panel>
  )
}
