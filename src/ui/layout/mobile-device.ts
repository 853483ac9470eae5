/**
 * Below the mobile breakpoint of 768 px (NAV-32), in the words of the design system, which counts in rem: where the
 * browser's letters are larger than 16 px the layout changes later, and what is done about it must change with it.
 */
export const NARROW = '(max-width: 47.9975rem)'

/** A finger and nothing finer. */
const TOUCH_ONLY = '(pointer: coarse) and (hover: none)'

const MOBILE_NAMES = /Android|iPhone|iPad|iPod|Mobile/

export function isNarrow(): boolean {
  return matchMedia(NARROW).matches
}

/** Calls back when the window becomes narrow or wide, until the returned end. */
export function watchNarrow(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** A phone or tablet: by what it calls itself or by its pointer, or a narrow window. */
export function isMobileDevice(): boolean {
  return MOBILE_NAMES.test(navigator.userAgent) || matchMedia(TOUCH_ONLY).matches || isNarrow()
}

/** Calls back when that may have changed, until the returned end. */
export function watchMobileDevice(onChange: () => void): () => void {
  const queries = [matchMedia(NARROW), matchMedia(TOUCH_ONLY)]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
