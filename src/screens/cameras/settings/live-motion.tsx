import { Box, Center, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { useMemo } from 'react'
import type { Camera } from '../../../contract/camera'
import { CLIP_LENGTH_MS } from '../../../contract/limits'
import { thresholdOf } from '../../../state/cameras/cameras'
import {
  captureStatesAtom,
  differenceAtomOf,
  type LivePhase,
  livePhaseAtomOf,
} from '../../../state/cameras/capture-states'
import { detectionAtomOf } from '../../../state/capture/detection-draft'
import { countTriggers, HISTORY_MS, inspectionAtom, type MotionCheck } from '../../../state/capture/inspection'
import { recordingTabAtom } from '../../../state/capture/recording-tab'
import { captureFailureSentences, sightSentences } from '../../../state/messages'
import { areLongClipsAllowedAtom } from '../../../state/recordings/recording-settings'
import { MotionChart } from '../../../ui/cameras/motion-chart'
import { MotionMeter } from '../../../ui/cameras/motion-meter'
import { formatPercent } from '../../../ui/cameras/motion-scale'
import { Spoken } from '../../../ui/notices/spoken'

/** The meter of a camera that runs here, or what keeps it from being shown. */
export function LiveMotion(props: {
  readonly camera: Camera
  readonly sensitivityPercent: number
  /** Another device is chosen than the one that runs. */
  readonly isDeviceChanged: boolean
}) {
  const { camera } = props
  const phaseAtom = useMemo(() => livePhaseAtomOf(camera.id), [camera.id])
  const phase = useAtomValue(phaseAtom)
  if (phase === 'measuring' && !props.isDeviceChanged) {
    return <Meter cameraId={camera.id} threshold={thresholdOf({ motionSensitivity: props.sensitivityPercent })} />
  }
  return (
    <Center
      role="status"
      // As high as the meter, so that nothing jumps when it comes.
      minH="13rem"
      px="4"
      py="3"
      rounded="l1"
      bg="bg.muted"
      color="fg.muted"
      textStyle="sm"
      textAlign="center"
    >
      {props.isDeviceChanged ? (
        'The meter follows the new device once it is saved.'
      ) : (
        <Obstacle camera={camera} phase={phase} />
      )}
    </Center>
  )
}

/** Why there is nothing to measure, and what helps. */
function Obstacle({ camera, phase }: { readonly camera: Camera; readonly phase: LivePhase }) {
  const capture = useAtomValue(captureStatesAtom).get(camera.id)
  const isRunElsewhere = useAtomValue(recordingTabAtom).phase === 'elsewhere'
  switch (phase) {
    case 'elsewhere':
    case 'not-in-this-tab':
      return isRunElsewhere
        ? 'This camera does not run in this tab. Its meter shows in the tab that runs it.'
        : 'This camera does not run yet. Its meter shows once this browser may use the camera.'
    case 'starting':
      return 'The camera starts…'
    case 'failed':
      return captureFailureSentences[capture?.phase === 'failed' ? capture.reason : 'unknown']
    case 'motion-off':
      return 'Motion detection is off. Turn on “Motion Detection” on the card of this camera to see its meter.'
    case 'learning':
      return 'Learning the scene…'
    case 'paused':
      return sightSentences[
        capture?.phase === 'running' && capture.sight.phase === 'paused' ? capture.sight.why : 'no-frames'
      ]
    case 'frozen':
      return sightSentences.frozen
    case 'measuring':
      return null
  }
}

function Meter({ cameraId, threshold }: { readonly cameraId: string; readonly threshold: number }) {
  const ownDifferenceAtom = useMemo(() => differenceAtomOf(cameraId), [cameraId])
  const difference = useAtomValue(ownDifferenceAtom)
  const checks = useAtomValue(inspectionAtom)?.checks ?? []
  const ownDetectionAtom = useMemo(() => detectionAtomOf(cameraId), [cameraId])
  const { recording } = useAtomValue(ownDetectionAtom)
  const longestClipMs = useAtomValue(areLongClipsAllowedAtom) ? recording.longestClipMs : CLIP_LENGTH_MS
  const outlook = outlookOf(countTriggers(checks, threshold, longestClipMs))
  return (
    <Stack gap="2">
      <Flex justify="space-between" gap="3" textStyle="sm" wrap="wrap">
        <Text>
          Difference now <Box as="b">{formatPercent(difference)}</Box>
        </Text>
        <Text color="fg.muted">motion above {formatPercent(threshold)}</Text>
      </Flex>
      <MotionMeter difference={difference} threshold={threshold} isLarge />
      <MotionChart checks={checks} threshold={threshold} spanMs={HISTORY_MS} label={chartLabel(checks, threshold)} />
      <Text textStyle="sm">It {outlook}.</Text>
      <Spoken text={`${difference > threshold ? 'Motion' : 'No motion'}; it ${outlook}.`} />
    </Stack>
  )
}

function outlookOf(count: number): string {
  const often = count <= 2 ? ['', 'once', 'twice'][count] : `${count} times`
  return count === 0
    ? 'would not have triggered in the last minute'
    : `would have triggered ${often} in the last minute`
}

function chartLabel(checks: readonly MotionCheck[], threshold: number): string {
  const highest = Math.max(0, ...checks.map(({ difference }) => difference))
  return `Differences of the last minute: at most ${formatPercent(highest)}, motion above ${formatPercent(threshold)}`
}
