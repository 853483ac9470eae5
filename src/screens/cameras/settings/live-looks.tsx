import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { countedLabels } from '../../../lib/label'
import { captureStatesAtom } from '../../../state/cameras/capture-states'
import {
  inspectionAtom,
  lastSeenOf,
  lookPaceOf,
  namingPhaseAtom,
  type TimedLook,
} from '../../../state/capture/inspection'
import { extensionsAtom } from '../../../state/http/extensions'
import { servicesAtom } from '../../../state/services'
import { Boxes } from '../../../ui/pictures/boxes'
import { useStageSize } from '../../../ui/pictures/picture-stage'

/** No box shows further than this from its look's frame (LABEL-04). */
const SHOWN_MS = 400

/** Frames around what moves now, as the latest look found it. Apart from the picture's other layers: it changes with every look. */
export function LiveBoxes() {
  const latest = useAtomValue(inspectionAtom)?.looks.at(-1) ?? null
  const size = useStageSize()
  const things = useWhileFresh(latest)?.things ?? []
  return things.length === 0 ? null : <Boxes size={size} fit="contain" boxes={things} areNamed />
}

/** The look for as long as it tells something; null afterwards, and where it took too long to tell anything. */
function useWhileFresh(look: TimedLook | null): TimedLook | null {
  const [gone, setGone] = useState<TimedLook | null>(null)
  useEffect(() => {
    if (look === null) return
    const timer = setTimeout(() => setGone(look), SHOWN_MS - look.agoMs)
    return () => clearTimeout(timer)
  }, [look])
  return look === null || look === gone || look.agoMs >= SHOWN_MS ? null : look
}

/** How often a camera that runs here looks at what moves, what that costs, and what was seen (LABEL-11). */
export function HowNamed({ cameraId }: { readonly cameraId: string }) {
  const capture = useAtomValue(captureStatesAtom).get(cameraId)
  const isOffered = useAtomValue(extensionsAtom).has('detections')
  const phase = useAtomValue(namingPhaseAtom)
  const looks = useAtomValue(inspectionAtom)?.looks ?? []
  const { nowMs } = useAtomValue(servicesAtom)
  if (!isOffered || capture?.phase !== 'running' || capture.motion.phase === 'off') return null
  if (capture.path.frames === 'canvas') return <Line>{unlooked}</Line>
  if (capture.pace.less.includes('no-looks')) return <Line isStatus>{busy}</Line>
  const pace = phase === 'ready' ? lookPaceOf(looks, nowMs()) : null
  const seen = countedLabels(lastSeenOf(looks, nowMs()))
  return (
    <>
      <Line isStatus={phase === 'loading' || phase === 'unable'}>
        {pace === null
          ? sentences[phase]
          : `What moves is looked at ${pace.perSec.toFixed(1)} times a second; a look costs ${pace.costMs.toFixed(0)} ms.`}
      </Line>
      {seen !== '' && <Line>{`Seen just now: ${seen}.`}</Line>}
    </>
  )
}

function Line({ isStatus = false, children }: { readonly isStatus?: boolean; readonly children: ReactNode }) {
  return (
    <Text textStyle="sm" color="fg.muted" role={isStatus ? 'status' : undefined}>
      {children}
    </Text>
  )
}

const unlooked =
  'What moves is not looked at: this browser hands over no frames for that, so clips are kept as motion. A newer browser tells people, animals and vehicles.'

const busy = 'Nothing is looked at while this computer is busy; clips are kept as motion.'

const sentences = {
  idle: 'Whatever moves is looked at, to tell people, animals and vehicles.',
  ready: 'Whatever moves is looked at, to tell people, animals and vehicles.',
  loading: 'The detector of people, animals and vehicles loads…',
  unable: 'People, animals and vehicles cannot be told at present; clips are kept as motion. It is tried again.',
} as const
