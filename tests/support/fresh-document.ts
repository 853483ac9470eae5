import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A setup file runs anew for each test file, also where a worker keeps its modules and its document.

// The animations of this document never end; without them the library moves things by itself.
Reflect.deleteProperty(Element.prototype, 'animate')

afterEach(cleanup)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})
