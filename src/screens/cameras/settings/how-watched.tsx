import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { captureStatesAtom } from '../../../state/cameras/local-cameras'
import { paceSentences } from '../../../state/messages'
import { Details } from '../../../ui/layout/details'

/** How a camera that runs here is checked, and why so; nothing while it does not watch. */
export function HowWatched({ cameraId }: { readonly cameraId: string }) {
  const capture = useAtomValue(captureStatesAtom).get(cameraId)
  if (capture?.phase !== 'running' || capture.motion.phase === 'off') return null
  const { path, pace } = capture
  const perSecond = (1000 / pace.intervalMs).toFixed(1)
  return (
    <Details
      summary={
        <>
          Checked {perSecond} times a second, {pace.droppedChecks} dropped
          {pace.isReduced && `; ${paceSentences.reduced}`}
        </>
      }
    >
      <Text>
        {path.frames === 'canvas'
          ? 'Frames are drawn on a canvas and read there'
          : 'Frames go to the worker as they are'}
        , {path.pacing === 'clock' ? 'whatever shows when a check is due' : 'each as it is presented'}. {path.why}
      </Text>
      <Text mt="1">
        One check every {pace.intervalMs} ms, at most {pace.analysisWidth} pixels wide. A check is dropped while the one
        before it is not done.
      </Text>
      {pace.preRollShare < 1 && <Text mt="1">{paceSentences.lessPreRoll}</Text>}
      {pace.isReduced && <Text mt="1">{paceSentences.reducedHelp}</Text>}
    </Details>
  )
}
