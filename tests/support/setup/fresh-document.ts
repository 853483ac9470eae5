import { __unsafe_useEmotionCache as useStyleCache } from '@emotion/react'
import { cleanup, configure, renderHook } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { whenCodeIsMissing } from '../../../src/ui/layout/missing-code'

// A setup file runs anew for each test file, also where a worker keeps its modules and its document.

// The animations of this document never end; without them the library moves things by itself.
Reflect.deleteProperty(Element.prototype, 'animate')

// A wait ends as soon as what it waits for is there; on a busy machine that takes longer than the library's one second.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  // The page of a file before would ask its hub.
  whenCodeIsMissing(() => undefined)
  forgetStyles()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})

/** Rules of the files before are asked of every element whose look or role a test asks for, hundreds more with each file. */
function forgetStyles(): void {
  const cache = renderHook(useStyleCache).result.current
  cleanup()
  if (!cache) return
  cache.sheet.flush()
  for (const name of Object.keys(cache.inserted)) delete cache.inserted[name]
  for (const name of Object.keys(cache.registered)) delete cache.registered[name]
}
