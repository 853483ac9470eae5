import { useEffect, useState } from 'react'

/** Rests between the attempts at a picture that did not come. A link stays the same for minutes, and would else fail for as long. */
const RESTS_MS = [3_000, 10_000, 30_000, 90_000] as const

interface Failed {
  readonly url: string
  readonly times: number
  readonly isResting: boolean
}

/**
 * The link of a picture while it may be tried: not while it rests after a failure, nor once it failed for good. `attempt`
 * counts from 0: another one means that the picture is to be fetched anew.
 */
export function usePictureUrl(url: string | null): {
  readonly shownUrl: string | null
  readonly attempt: number
  readonly noteFailed: () => void
} {
  const [failed, setFailed] = useState<Failed | null>(null)
  useEffect(() => {
    const restMs = failed === null ? undefined : RESTS_MS[failed.times - 1]
    if (failed === null || !failed.isResting || restMs === undefined) return
    const timer = setTimeout(() => setFailed({ ...failed, isResting: false }), restMs)
    return () => clearTimeout(timer)
  }, [failed])
  const times = failed?.url === url ? failed.times : 0
  const isResting = times > 0 && failed?.isResting === true
  return {
    shownUrl: isResting || url === '' ? null : url,
    attempt: isResting ? times - 1 : times,
    noteFailed: () => {
      if (url === null) return
      setFailed({ url, times: times + 1, isResting: true })
    },
  }
}
