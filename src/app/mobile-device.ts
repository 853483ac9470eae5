/** A phone or tablet: by its pointer, or a window below the mobile breakpoint (X-43; spec 2: 768 px). */
export function isMobileDevice(): boolean {
  const isTouchOnly = matchMedia('(pointer: coarse) and (hover: none)').matches
  return isTouchOnly || matchMedia('(max-width: 767px)').matches
}
