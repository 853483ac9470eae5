import { useEffect, useState } from 'react'
import { type LatePart, useArrival } from './late-part'

/** What somebody wants of a dialog whose code comes late; `missed`: they pressed, and the code did not arrive. */
type Wish = 'none' | 'open' | 'missed'

/** A dialog whose code comes late. It opens at a press alone: who was told that it is not here is no longer waiting. */
export function useLateDialog<Props>(part: LatePart<Props>) {
  const arrival = useArrival(part)
  const [wish, setWish] = useState<Wish>('none')
  useEffect(() => {
    if (wish === 'open' && arrival.phase === 'failed') setWish('missed')
  }, [wish, arrival.phase])
  return {
    arrival,
    isOpen: wish === 'open',
    /** Pressed, and not here yet. */
    isComing: wish === 'open' && arrival.phase === 'coming',
    isMissing: wish === 'missed' && arrival.phase !== 'here',
    open: () => {
      part.fetch()
      setWish('open')
    },
    close: () => setWish('none'),
  }
}
