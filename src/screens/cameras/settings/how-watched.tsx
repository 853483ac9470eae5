import { chakra, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { captureStatesAtom } from '../../../state/cameras/capture-states'
import { busyHelp, busySentence } from '../../../state/capture/busy-words'
import { clipMakingsAtom } from '../../../state/recordings/clip-codecs'

/** How a camera that runs here is checked, and why so; nothing while it does not watch. */
export function HowWatched({ cameraId }: { readonly cameraId: string }) {
  const capture = useAtomValue(captureStatesAtom).get(cameraId)
  const making = useAtomValue(clipMakingsAtom).get(cameraId)
  if (capture?.phase !== 'running' || capture.motion.phase === 'off') return null
  const { path, pace } = capture
  const perSecond = (1000 / pace.intervalMs).toFixed(1)
  const busy = busySentence(pace.less, making)
  return (
    <Details
      summary={
        <>
          Checked {perSecond} times a second, {pace.droppedChecks} dropped
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
      {busy !== null && (
        <Text mt="1">
          {busy} {busyHelp}
        </Text>
      )}
    </Details>
  )
}

/** A line that opens to more. */
function Details(props: { readonly summary: ReactNode; readonly children: ReactNode }) {
  return (
    <chakra.details textStyle="sm" color="fg.muted">
      <chakra.summary minH="10" display="list-item" alignContent="center" cursor="pointer">
        {props.summary}
      </chakra.summary>
      <chakra.div pb="2">{props.children}</chakra.div>
    </chakra.details>
  )
}
