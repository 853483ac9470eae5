import { Button, Field, Flex, Input, SimpleGrid } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { MAX_NAME_LENGTH } from '../../contract/limits'
import { addCameraAtom } from '../../state/cameras/cameras'
import { devicesAtom, preparePermissionAtom } from '../../state/cameras/devices'
import { BusyButton } from '../../ui/forms/busy-button'
import { Choice } from '../../ui/forms/choice'
import { usePending } from '../../ui/forms/use-pending'
import { Panel } from '../../ui/layout/panel'
import { useCurrent } from '../../ui/layout/use-current'

/** The inline add-camera form (CAM-10, CAM-36). */
export function AddCameraForm(props: {
  /** For who asks for the form while it shows. */
  readonly nameInput: RefObject<HTMLInputElement | null>
  readonly onClose: () => void
}) {
  const { devices } = useAtomValue(devicesAtom)
  const addCamera = useSetAtom(addCameraAtom)
  const preparePermission = useSetAtom(preparePermissionAtom)
  const [name, setName] = useState('')
  const [location, setLocation] = useState('')
  const [deviceId, setDeviceId] = useState('')
  // The list changes once the camera is allowed: what is not in it any more is not shown, so it is not sent.
  const chosen = devices.find(({ id }) => id === deviceId)
  const [isSaving, run] = usePending()
  const isHere = useCurrent(true)
  const [wasRefused, setWasRefused] = useState(false)
  const isMissing = (text: string) => wasRefused && text.trim() === ''
  // Before the camera is allowed the browser names no device, and what cannot be named cannot be chosen.
  useEffect(() => void preparePermission(), [preparePermission])
  const save = async (form: HTMLFormElement) => {
    // Before the dialog, which gives the focus back to where it was.
    const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
    const firstEmpty = [...fields].find(({ value }) => value.trim() === '')
    firstEmpty?.focus()
    setWasRefused(firstEmpty !== undefined)
    const isAdded = await addCamera({ name, location, deviceId: chosen?.id ?? '', deviceLabel: chosen?.label ?? '' })
    if (isAdded && isHere.current) props.onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void run(() => save(form))
  }
  return (
    <Panel heading="Add Camera" mb="4">
      <form onSubmit={submit} noValidate>
        <SimpleGrid minChildWidth="min(14rem, 100%)" gap="4">
          <Field.Root invalid={isMissing(name)}>
            <Field.Label>Camera name</Field.Label>
            <Input
              ref={props.nameInput}
              autoFocus
              placeholder="Front Door"
              maxLength={MAX_NAME_LENGTH}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Field.Root>
          <Field.Root invalid={isMissing(location)}>
            <Field.Label>Location</Field.Label>
            <Input
              placeholder="Hallway"
              maxLength={MAX_NAME_LENGTH}
              value={location}
              onChange={(event) => setLocation(event.currentTarget.value)}
            />
          </Field.Root>
          <Choice
            label="Camera device"
            placeholder="Choose a device"
            isInvalid={isMissing(chosen?.id ?? '')}
            value={chosen?.id ?? ''}
            options={devices.map(({ id, label }) => ({ value: id, label }))}
            onChange={setDeviceId}
          />
        </SimpleGrid>
        <Flex gap="2" justify="flex-end" mt="4">
          <Button type="button" variant="ghost" onClick={props.onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" colorPalette="brand" isBusy={isSaving}>
            Save
          </BusyButton>
        </Flex>
      </form>
    </Panel>
  )
}
