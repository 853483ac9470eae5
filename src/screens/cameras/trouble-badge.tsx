import { CirclePause, Gauge, Snowflake, TriangleAlert, VideoOff } from 'lucide-react'
import { type CaptureState, isMuted } from '../../state/cameras/local-cameras'
import { paceSentences, sightSentences, tamperingWords } from '../../state/messages'
import { PictureBadge } from '../../ui/pictures/picture-badge'

/** What keeps a running camera from watching as it should, and what helps; nothing while all is well. */
export function TroubleBadge(props: {
  readonly capture: CaptureState | undefined
  /** What was done to the camera; null: nothing. */
  readonly tampering: keyof typeof tamperingWords | null
}) {
  const { capture, tampering } = props
  if (capture?.phase !== 'running') return null
  const { sight, pace } = capture
  // The picture's caption says what helps.
  if (isMuted(capture)) return <PictureBadge mark={<VideoOff size="1rem" aria-hidden />} text="Covered by the system" />
  if (sight.phase === 'paused') {
    return (
      <PictureBadge mark={<CirclePause size="1rem" aria-hidden />} text="Paused" hint={sightSentences[sight.why]} />
    )
  }
  // The picture's caption says what helps here too.
  if (tampering !== null) {
    return <PictureBadge mark={<TriangleAlert size="1rem" aria-hidden />} text={tamperingWords[tampering].short} />
  }
  if (sight.phase === 'frozen') {
    return <PictureBadge mark={<Snowflake size="1rem" aria-hidden />} text="Frozen" hint={sightSentences.frozen} />
  }
  if (!pace.isReduced) return null
  return <PictureBadge mark={<Gauge size="1rem" aria-hidden />} text="Reduced" hint={paceSentences.reducedHelp} />
}
