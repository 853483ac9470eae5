import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import type { Started } from '../../service-worker/messages'
import { isScreenShownAtom, isStartToldAtom } from '../../state/shell/app-version'
import { versionOf } from './page-version'

/** Stands among what waits for a screen's code: it is here once that is, and goes with a screen that breaks. */
export function Shown() {
  const setIsShown = useSetAtom(isScreenShownAtom)
  const isTold = useAtomValue(isStartToldAtom)
  useEffect(() => setIsShown(true), [setIsShown])
  // Telephones end pages that are hidden without another word.
  useEffect(() => {
    if (isTold) return
    const end = new AbortController()
    const tell = () => {
      tellStart()
      end.abort()
    }
    for (const kind of ['pagehide', 'visibilitychange']) addEventListener(kind, tell, { signal: end.signal })
    return () => end.abort()
  }, [isTold])
  return null
}

/** A page that is left before it is idle has shown all the same (SHELL-08). */
function tellStart(): void {
  const version = versionOf(document)
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (version !== undefined) workers?.controller?.postMessage({ kind: 'started', version } satisfies Started)
}
