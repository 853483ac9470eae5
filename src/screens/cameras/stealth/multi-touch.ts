/**
 * Prevents what two or more fingers do: pinching, scrolling and the click of a tap. Ends with the signal.
 * `wasMulti` tells whether the touch that is under way, or was the last, had more than one finger; a press of a mouse or
 * pen after it is another matter.
 */
export function blockMultiTouch(page: EventTarget, signal: AbortSignal): { wasMulti(): boolean } {
  let isMulti = false
  const onTouch = (event: Event) => {
    const fingers = event instanceof TouchEvent ? event.touches.length : 0
    if (event.type === 'touchstart' && fingers === 1) isMulti = false
    if (fingers > 1) isMulti = true
    // Until the last of several fingers is up: the one that is left must not count as a tap.
    if (isMulti) event.preventDefault()
  }
  const onPress = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType !== 'touch') isMulti = false
  }
  const prevent = (event: Event) => event.preventDefault()
  // A pinch on a touchpad comes as a wheel with Ctrl.
  const onWheel = (event: Event) => event instanceof WheelEvent && event.ctrlKey && event.preventDefault()
  const options = { signal, passive: false, capture: true }
  for (const type of ['touchstart', 'touchmove', 'touchend']) page.addEventListener(type, onTouch, options)
  page.addEventListener('pointerdown', onPress, options)
  // Safari's own.
  for (const type of ['gesturestart', 'gesturechange']) page.addEventListener(type, prevent, options)
  page.addEventListener('wheel', onWheel, options)
  return { wasMulti: () => isMulti }
}
