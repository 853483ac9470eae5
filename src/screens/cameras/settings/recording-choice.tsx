import { chakra, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useMemo } from 'react'
import { CLIP_LENGTH_MS } from '../../../contract/limits'
import { MINUTE_MS } from '../../../lib/durations'
import { changeDetectionDraftAtom, detectionAtomOf } from '../../../state/capture/detection-draft'
import { clipMakingsAtom } from '../../../state/recordings/clip-codecs'
import { isMadeAsMp4 } from '../../../state/recordings/clip-making-words'
import {
  areLongClipsAllowedAtom,
  clipLengthsMs,
  type RecordingSettings,
} from '../../../state/recordings/recording-settings'
import { MP4_COST } from '../../../state/recordings/transcode'
import { Choice } from '../../../ui/forms/choice'
import { Toggle } from '../../../ui/forms/toggle'
import { Hint } from '../../../ui/notices/hint'
import { PAID_TIERS } from './camera-fields'
import { HowMade } from './how-made'

const lengthLabel = (lengthMs: number) =>
  lengthMs % MINUTE_MS === 0 ? `${lengthMs / MINUTE_MS} minute` : `${lengthMs / 1000} seconds`

const lengths = clipLengthsMs.map((lengthMs) => ({
  value: String(lengthMs),
  label:
    lengthMs === CLIP_LENGTH_MS ? `${lengthLabel(lengthMs)} (default)` : `${lengthLabel(lengthMs)}, while motion lasts`,
}))

/** How the clips of a camera of this machine are made (CLIP-04, CLIP-09); kept in this browser. */
export function RecordingChoice({ cameraId }: { readonly cameraId: string }) {
  const ownDetectionAtom = useMemo(() => detectionAtomOf(cameraId), [cameraId])
  const { recording } = useAtomValue(ownDetectionAtom)
  const change = useSetAtom(changeDetectionDraftAtom)
  const isMp4Already = isMadeAsMp4(useAtomValue(clipMakingsAtom).get(cameraId))
  const areLongClipsAllowed = useAtomValue(areLongClipsAllowedAtom)
  const choose = (part: Partial<RecordingSettings>) => change({ recording: part })
  return (
    <Stack gap="3" my="4">
      <Hint text={PAID_TIERS} isDisabled={areLongClipsAllowed}>
        {/* A fieldset disables what is in it; its description is read out after its name. */}
        <chakra.fieldset
          minW="0"
          disabled={!areLongClipsAllowed}
          aria-label="Clips"
          aria-description={areLongClipsAllowed ? undefined : PAID_TIERS}
        >
          <Choice
            label="Clips up to"
            value={String(areLongClipsAllowed ? recording.longestClipMs : CLIP_LENGTH_MS)}
            options={lengths}
            onChange={(value) => choose({ longestClipMs: Number(value) })}
          />
        </chakra.fieldset>
      </Hint>
      <div>
        <Toggle
          label="Convert to MP4 before upload"
          isOn={recording.isMp4Wanted}
          onChange={(isMp4Wanted) => choose({ isMp4Wanted })}
        />
        <Text color="fg.muted" textStyle="sm">
          {isMp4Already ? 'Clips of this camera are MP4 from the start: nothing needs to be converted.' : MP4_COST}
        </Text>
      </div>
      <HowMade cameraId={cameraId} />
    </Stack>
  )
}
