import { useAtomValue } from 'jotai/react'
import { Suspense, useRef } from 'react'
import { playingAtom } from '../../state/recordings/playing'
import { lazyPart } from '../lazy-part'

const Player = lazyPart<object>(async () => ({ default: (await import('../../screens/videos/player')).Player }))

/** The player of all screens, from the first recording on that somebody plays. */
export function PlayerSlot() {
  const isPlaying = useAtomValue(playingAtom).phase !== 'closed'
  const wasWanted = useRef(false)
  wasWanted.current ||= isPlaying
  return wasWanted.current ? (
    <Suspense fallback={null}>
      <Player />
    </Suspense>
  ) : null
}
