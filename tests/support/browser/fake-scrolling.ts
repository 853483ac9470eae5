import { vi } from 'vitest'

/** A window that is scrolled by the test: what is watched is within it, or not. Ends with `vi.unstubAllGlobals`. */
export function fakeScrolling(): (isOnScreen: boolean) => void {
  const hearers = new Set<(entries: { isIntersecting: boolean }[]) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #hear: (entries: { isIntersecting: boolean }[]) => void
      constructor(hear: (entries: { isIntersecting: boolean }[]) => void) {
        this.#hear = hear
      }
      observe() {
        hearers.add(this.#hear)
      }
      disconnect() {
        hearers.delete(this.#hear)
      }
    },
  )
  return (isIntersecting) => {
    for (const hear of [...hearers]) hear([{ isIntersecting }])
  }
}
