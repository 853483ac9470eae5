/**
 * Below the mobile breakpoint of 768 px (NAV-32), in the words of the design system, which counts in rem: where the
 * browser's letters are larger than 16 px the layout is narrow in wider windows too, and what goes with it must follow.
 */
export const NARROW = '(max-width: 47.9975rem)'

/** For what does not follow the letters, as the pace of a camera's checks. */
const BELOW_768_PX = '(max-width: 767.98px)'

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

/** A phone or tablet: by what it calls itself or by its pointer, or a window below 768 px. */
export function isMobileDevice(): boolean {
  return MOBILE_NAMES.test(navigator.userAgent) || [TOUCH_ONLY, BELOW_768_PX].some((query) => matchMedia(query).matches)
}

/** Calls back when that may have changed, until the returned end. */
export function watchMobileDevice(onChange: () => void): () => void {
  const queries = [matchMedia(TOUCH_ONLY), matchMedia(BELOW_768_PX)]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
