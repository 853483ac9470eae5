import { createToaster, Portal, Spinner, Stack, Toast, Toaster as ToasterRegion } from '@chakra-ui/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'

/** Top right, 5 s; Alt+T focuses the area (CONST-01, CONST-02, CONST-05; the hotkey is the library's default). */
const library = createToaster({ placement: 'top-end', duration: 5_000, max: 4 })

const AREA = '[data-scope=toast][data-part=group]'

/** Whether pointer or focus is on a toast. */
let isHeld = false

/** Toasts run on only where neither a pointer holds them nor the window has lost focus (CONST-03, CONST-04). */
const toaster: typeof library = {
  ...library,
  // The library pauses and resumes all of them, and knows of pointer and focus only.
  pause(id) {
    if (id === undefined) isHeld = true
    library.pause(id)
  },
  resume() {
    isHeld = false
    runOn()
  },
}

function runOn(): void {
  if (!isHeld && document.hasFocus()) library.resume()
}

/** Shows a toast, in the place of one that says the same; one that comes while the others wait waits with them (CONST-04). */
export function showToast(toast: {
  readonly kind: 'success' | 'error' | 'warning' | 'info'
  readonly text: string
  readonly durationMs?: number
}): void {
  const { kind: type, text: title, durationMs } = toast
  // What it was on may be gone without a word.
  if (library.getVisibleToasts().length === 0) isHeld = false
  for (const shown of library.getVisibleToasts()) {
    if (shown.title === title && shown.type === type) library.remove(shown.id)
  }
  const id = library.create({ title, type, closable: true, ...(durationMs ? { duration: durationMs } : {}) })
  if (id !== undefined && (isHeld || !document.hasFocus())) library.pause(id)
}

/** Pauses toasts while the window has lost focus (CONST-04). Returns the end. */
export function pauseToastsOnBlur(target: Window): () => void {
  const pause = () => library.pause()
  target.addEventListener('blur', pause)
  target.addEventListener('focus', runOn)
  return () => {
    target.removeEventListener('blur', pause)
    target.removeEventListener('focus', runOn)
  }
}

/** An open dialog takes Tab for its own controls wherever it is pressed: among toasts it leads to theirs. Returns the end. */
function keepTab(): () => void {
  const keep = (press: KeyboardEvent) => {
    if (press.key === 'Tab' && press.target instanceof Element && press.target.closest(AREA)) press.stopPropagation()
  }
  window.addEventListener('keydown', keep, { capture: true })
  return () => window.removeEventListener('keydown', keep, { capture: true })
}

function onFullScreen(change: () => void): () => void {
  document.addEventListener('fullscreenchange', change)
  return () => document.removeEventListener('fullscreenchange', change)
}

/** What fills the screen hides all that lies beside it. */
function frontOf(): HTMLElement {
  const { fullscreenElement } = document
  return fullscreenElement instanceof HTMLElement ? fullscreenElement : document.body
}

export function Toaster() {
  useEffect(keepTab, [])
  const front = useSyncExternalStore(onFullScreen, frontOf)
  const container = useMemo(() => ({ current: front }), [front])
  return (
    <Portal container={container}>
      <ToasterRegion toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Toast.Root width={{ base: 'calc(100vw - 2rem)', md: '22rem' }}>
            {toast.type === 'loading' ? <Spinner size="sm" /> : <Toast.Indicator />}
            <Stack gap="1" flex="1" maxWidth="100%" pe={{ base: '6', md: '0' }}>
              <Toast.Title>{toast.title}</Toast.Title>
            </Stack>
            {/* For a thumb in narrow windows (FACE-17); its cross stays in the corner. */}
            <Toast.CloseTrigger
              boxSize={{ base: '11', md: '6' }}
              top={{ base: '0', md: '1' }}
              insetEnd={{ base: '0', md: '1' }}
            />
          </Toast.Root>
        )}
      </ToasterRegion>
    </Portal>
  )
}
