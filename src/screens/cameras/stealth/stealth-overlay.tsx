import { chakra, Portal, Text } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { useSetAtom } from 'jotai/react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { leaveStealthAtom } from '../../../state/capture/stealth'
import { usePageCovered } from '../../../ui/layout/use-shown'
import { Appear, ComingAndGoing } from '../../../ui/theme/appear'

/** Nothing behind scrolls, whatever else locks or unlocks the page meanwhile. */
const scrollLock = { 'html, body': { overflow: 'hidden !important', overscrollBehavior: 'none !important' } }

/**
 * The black screen. A dialog of the browser's own: it lies over all else, also over dialogs and toasts that are open,
 * keeps the focus, gives it back, and makes the rest silent for screen readers.
 */
export function StealthOverlay(props: { readonly isHintShown: boolean }) {
  usePageCovered()
  const leave = useSetAtom(leaveStealthAtom)
  const dialog = useRef<HTMLDialogElement>(null)
  const touches = useRef<ReturnType<typeof blockMultiTouch>>(null)
  useEffect(() => {
    const ending = new AbortController()
    const overlay = dialog.current
    const focused = document.activeElement
    if (overlay !== null) hideFromDialogs(overlay, ending.signal)
    overlay?.showModal()
    // Presses come no further than the window, see below.
    touches.current = blockMultiTouch(window, ending.signal)
    return () => {
      ending.abort()
      overlay?.close()
      // The browser does so by itself only for a dialog that stays in the page.
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [])
  const onClick = ({ detail }: MouseEvent) => {
    // The second click of a double-click that began stealth mode does not end it.
    if (detail < 2 && !touches.current?.wasMulti()) leave()
  }
  return (
    <Portal>
      <Global styles={scrollLock} />
      <chakra.dialog
        ref={dialog}
        data-testid="stealth"
        aria-label="Stealth mode is on, the cameras keep running. Press Escape, tap or click to leave."
        // A dialog that is open behind takes presses from all of the page.
        pointerEvents="auto"
        position="fixed"
        inset="0"
        width="100vw"
        height="100dvh"
        maxW="none"
        maxH="none"
        m="0"
        p="6"
        border="none"
        outline="none"
        bg="#000"
        color="gray.400"
        cursor="none"
        touchAction="none"
        userSelect="none"
        display="grid"
        placeItems="center"
        zIndex="max"
        css={{ '&::backdrop': { background: '#000' } }}
        onClick={onClick}
        onCancel={(event) => {
          event.preventDefault()
          leave()
        }}
      >
        <ComingAndGoing>{props.isHintShown && <StealthHint />}</ComingAndGoing>
      </chakra.dialog>
    </Portal>
  )
}

function StealthHint() {
  return (
    <chakra.div
      asChild
      borderWidth="1px"
      borderColor="gray.800"
      rounded="l3"
      px="6"
      py="4"
      maxW="22rem"
      textAlign="center"
      data-testid="stealth-hint"
    >
      <Appear>
        <Text fontWeight="semibold" textStyle="lg" mb="1">
          Stealth mode
        </Text>
        <Text textStyle="sm">
          The cameras keep running and the screen stays awake. Press Escape, tap or click anywhere to leave.
        </Text>
      </Appear>
    </chakra.div>
  )
}

/** A dialog that is open behind would close at a focus or a press outside of it: it is not to hear of ours. */
function hideFromDialogs(overlay: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event) => event.composedPath().includes(overlay) && event.stopPropagation()
  for (const type of ['focusin', 'pointerdown']) window.addEventListener(type, stop, { capture: true, signal })
}

/**
 * Prevents what two or more fingers do: pinching, scrolling and the click of a tap. Ends with the signal.
 * `wasMulti` tells whether the touch that is under way, or was the last, had more than one finger; a press of a mouse or
 * pen after it is another matter.
 */
function blockMultiTouch(page: EventTarget, signal: AbortSignal): { wasMulti(): boolean } {
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
