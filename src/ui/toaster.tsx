import { createToaster, Portal, Spinner, Stack, Toast, Toaster as ToasterRegion } from '@chakra-ui/react'

/** Top right, 5 s, pausing under the pointer; Alt+T focuses the area (spec 9; the hotkey is the library's default). */
const toaster = createToaster({ placement: 'top-end', duration: 5_000, max: 4 })

/** Shows a toast; one that comes while the window has no focus waits for it (spec 9). */
export function showToast(toast: {
  readonly kind: 'success' | 'error' | 'warning' | 'info'
  readonly text: string
  readonly durationMs?: number
}): void {
  const { kind: type, text: title, durationMs } = toast
  const id = toaster.create({ title, type, closable: true, ...(durationMs ? { duration: durationMs } : {}) })
  if (id !== undefined && !document.hasFocus()) toaster.pause(id)
}

/** Pauses toasts while the window has lost focus (spec 9). Returns the end. */
export function pauseToastsOnBlur(target: Window): () => void {
  const pause = () => toaster.pause()
  const resume = () => toaster.resume()
  target.addEventListener('blur', pause)
  target.addEventListener('focus', resume)
  return () => {
    target.removeEventListener('blur', pause)
    target.removeEventListener('focus', resume)
  }
}

export function Toaster() {
  return (
    <Portal>
      <ToasterRegion toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Toast.Root width={{ base: 'calc(100vw - 2rem)', md: '22rem' }}>
            {toast.type === 'loading' ? <Spinner size="sm" /> : <Toast.Indicator />}
            <Stack gap="1" flex="1" maxWidth="100%">
              <Toast.Title>{toast.title}</Toast.Title>
            </Stack>
            <Toast.CloseTrigger />
          </Toast.Root>
        )}
      </ToasterRegion>
    </Portal>
  )
}
