import { VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'

/** What changes several times a second is not read out more often than this. */
const PAUSE_MS = 4_000

/** A text for screen readers alone, read out when it changes and then left in peace for a while. */
export function Spoken(props: { readonly text: string }) {
  const [told, setTold] = useState(props.text)
  const toldAtMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (props.text === told) return
    const waitMs = Math.max(0, toldAtMs.current + PAUSE_MS - Date.now())
    const timer = setTimeout(() => {
      toldAtMs.current = Date.now()
      setTold(props.text)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [props.text, told])
  return <VisuallyHidden role="status">{told}</VisuallyHidden>
}
