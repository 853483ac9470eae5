import { chakra } from '@chakra-ui/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * The browser's own modal dialog for a short question or message, with role alertdialog: it holds the focus and gives it
 * back without code of ours, which sign-in would have to wait for, and which could not be fetched any more once the hub
 * is away.
 */
export function AlertFrame(props: {
  readonly labelId: string
  readonly descriptionId?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useEscape(props.onClose)
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={props.labelId}
      {...(props.descriptionId !== undefined && { 'aria-describedby': props.descriptionId })}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      // An open dialog of the library takes presses from all of the page, which this would inherit.
      pointerEvents="auto"
      m="auto"
      p="6"
      width="calc(100vw - 2rem)"
      maxW="sm"
      bg="bg.panel"
      color="fg"
      // Not that of what it stands in, such as an error.
      colorPalette="gray"
      rounded="l3"
      shadow="lg"
      css={{ '&::backdrop': { background: '{colors.backdrop}' } }}
    >
      {props.children}
    </chakra.dialog>
  )
}

/** Before anybody else hears of the key: the library's dialog below would close with it. */
function useEscape(onEscape: () => void): void {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [onEscape])
}
