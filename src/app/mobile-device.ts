/** Below the mobile breakpoint of 768 px (spec 2). */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 767px)').matches
}

/** A phone or tablet: by its pointer, or a narrow window. */
export function isMobileDevice(): boolean {
  return matchMedia('(pointer: coarse) and (hover: none)').matches || isNarrow()
}
