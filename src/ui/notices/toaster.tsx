import { Toast as Card, createToaster, Portal, Spinner, Stack, Toaster as ToasterRegion } from '@chakra-ui/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'

const AREA = '[data-scope=toast][data-part=group]'

/** Those of a tab. They run on only where neither a pointer holds them nor the window has lost focus (CONST-03, CONST-04). */
export class Toasts {
  /** Top right, 5 s; Alt+T focuses the area (CONST-01, CONST-02, CONST-05; the hotkey is the library's default). */
  private readonly library = createToaster({ placement: 'top-end', duration: 5_000, max: 4 })
  /** Whether pointer or focus is on a toast. */
  private isHeld = false

  /** As its area asks for it: the library pauses and resumes all of them, and knows of pointer and focus only. */
  readonly shown: typeof this.library = {
    ...this.library,
    pause: (id) => {
      if (id === undefined) this.isHeld = true
      this.library.pause(id)
    },
    resume: () => {
      this.isHeld = false
      this.runOn()
    },
  }

  /** Shows a toast, in the place of one that says the same; one that comes while the others wait waits with them (CONST-04). */
  show(toast: {
    readonly kind: 'success' | 'error' | 'warning' | 'info'
    readonly text: string
    readonly durationMs?: number
  }): void {
    const { kind: type, text: title, durationMs } = toast
    // What it was on may be gone without a word.
    if (this.library.getVisibleToasts().length === 0) this.isHeld = false
    for (const shown of this.library.getVisibleToasts()) {
      if (shown.title === title && shown.type === type) this.library.remove(shown.id)
    }
    const id = this.library.create({ title, type, closable: true, ...(durationMs ? { duration: durationMs } : {}) })
    if (id !== undefined && (this.isHeld || !document.hasFocus())) this.library.pause(id)
  }

  /** Pauses them while the window has lost focus (CONST-04). Returns the end. */
  pauseOnBlur(target: Window): () => void {
    const pause = () => this.library.pause()
    const runOn = () => this.runOn()
    target.addEventListener('blur', pause)
    target.addEventListener('focus', runOn)
    return () => {
      target.removeEventListener('blur', pause)
      target.removeEventListener('focus', runOn)
    }
  }

  private runOn(): void {
    if (!this.isHeld && document.hasFocus()) this.library.resume()
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

export function Toaster({ toasts }: { readonly toasts: Toasts }) {
  useEffect(keepTab, [])
  const front = useSyncExternalStore(onFullScreen, frontOf)
  const container = useMemo(() => ({ current: front }), [front])
  return (
    <Portal container={container}>
      <ToasterRegion toaster={toasts.shown} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Card.Root width={{ base: 'calc(100vw - 2rem)', md: '22rem' }}>
            {toast.type === 'loading' ? <Spinner size="sm" /> : <Card.Indicator />}
            <Stack gap="1" flex="1" maxWidth="100%" pe={{ base: '6', md: '0' }}>
              <Card.Title>{toast.title}</Card.Title>
            </Stack>
            {/* For a thumb in narrow windows (FACE-17); its cross stays in the corner. */}
            <Card.CloseTrigger
              boxSize={{ base: '11', md: '6' }}
              top={{ base: '0', md: '1' }}
              insetEnd={{ base: '0', md: '1' }}
            />
          </Card.Root>
        )}
      </ToasterRegion>
    </Portal>
  )
}
