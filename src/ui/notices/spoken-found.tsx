import { VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useState } from 'react'

/** Longer than between two letters of a word. */
const TYPING_MS = 600

/**
 * What is left of a list, for screen readers alone: read out once what was asked for has changed and rests, and not when
 * the list changes by itself.
 */
export function SpokenFound(props: {
  /** Search, filters and page. */
  readonly asked: readonly unknown[]
  /** null while it is not known. */
  readonly found: string | null
}) {
  const { found } = props
  const asked = JSON.stringify(props.asked)
  const [told, setTold] = useState({ asked, found: '' })
  useEffect(() => {
    if (found === null || asked === told.asked) return
    const timer = setTimeout(() => setTold({ asked, found }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [asked, found, told.asked])
  return <VisuallyHidden role="status">{told.found}</VisuallyHidden>
}
