import { Box, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { Camera, CameraSettings } from '../../../contract/camera'
import { canChooseClipsAtom } from '../../../state/cameras/cameras'
import { leftOutSentence, leftOutTodayAtom } from '../../../state/cameras/left-out'
import { extensionsAtom } from '../../../state/http/extensions'
import { CheckChoice } from '../../../ui/forms/check-choice'
import { RadioChoice } from '../../../ui/forms/radio-choice'

const ways = [
  { value: 'all', label: 'Everything', line: 'Whatever moves is kept.' },
  {
    value: 'chosen',
    label: 'Only what I choose',
    line: 'Clips that show none of it are not uploaded. Alerts always are.',
  },
] as const

const groups = [
  { value: 'person', label: 'People' },
  { value: 'vehicle', label: 'Vehicles' },
  { value: 'animal', label: 'Animals' },
] as const

/** A choice that keeps nothing at all is none. */
export function isKeepingSomething({ keepClipsOf }: Pick<CameraSettings, 'keepClipsOf'>): boolean {
  return keepClipsOf?.length !== 0
}

/** Which clips of a camera are kept (LABEL-09), and how many were left out today; where the provider takes that choice. */
export function KeptClips(props: {
  readonly camera: Camera
  readonly keepClipsOf: CameraSettings['keepClipsOf']
  readonly onChange: (part: Pick<CameraSettings, 'keepClipsOf'>) => void
}) {
  const { camera, onChange } = props
  const leftOut = useAtomValue(leftOutTodayAtom).get(camera.id) ?? 0
  const hasPersonModel = useAtomValue(extensionsAtom).has('person-model')
  if (!useAtomValue(canChooseClipsAtom)) return null
  const chosen = props.keepClipsOf ?? null
  const isMoreThanPeople = chosen?.some((group) => group !== 'person') ?? false
  // Who chooses anew begins with what is saved, else with what most want.
  const before = camera.keepClipsOf ?? ['person']
  return (
    <Stack gap="2" my="4">
      <RadioChoice
        label="Keep clips of"
        value={chosen === null ? 'all' : 'chosen'}
        options={ways}
        onChange={(way) => onChange({ keepClipsOf: way === 'all' ? null : before })}
      />
      {chosen !== null && (
        <Box ps="1">
          <CheckChoice
            label="Keep clips of"
            values={chosen}
            options={groups}
            onChange={(keepClipsOf) => onChange({ keepClipsOf })}
          />
          {hasPersonModel && isMoreThanPeople && (
            <Text color="fg.muted" textStyle="sm">
              With vehicles or animals chosen, cameras that use this hub's own person model keep their clips whatever
              they show: it knows people only.
            </Text>
          )}
          <Text role="status" color="fg.error" textStyle="sm">
            {chosen.length === 0 && 'Choose at least one, or Everything.'}
          </Text>
        </Box>
      )}
      {leftOut > 0 && (
        <Text color="fg.muted" textStyle="sm">
          {leftOutSentence(leftOut, camera.keepClipsOf)}.
        </Text>
      )}
    </Stack>
  )
}
