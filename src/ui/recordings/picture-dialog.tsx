import { CloseButton, Dialog, Flex, Portal } from '@chakra-ui/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { showFocused } from '../layout/show-focused'
import { ToastsReach } from '../layout/toasts-reach'
import { BESIDE_VARIABLE } from './player-stage'
import type { FullScreen } from './use-full-screen'

type Press = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>

/** What keys do, by their names in small letters; null: nothing now, and nothing else either. */
export type DialogKeys = Readonly<Record<string, (() => void) | null>>

/**
 * A dialog around a picture: title, what stands above the title's line, the picture, and a line of buttons; the full
 * screen on phones. Keys mean what `keys` says wherever they mean nothing else; F fills the screen.
 */
export function PictureDialog(props: {
  readonly isOpen: boolean
  readonly title: string
  readonly line: ReactNode
  readonly footer: ReactNode
  readonly children: ReactNode
  readonly keys: DialogKeys
  /** Height of all that stands above and below the picture, and around the dialog. */
  readonly beside: string
  readonly fullScreen: FullScreen
  readonly onClose: () => void
}) {
  const content = useRef<HTMLDivElement>(null)
  const keys: DialogKeys = { ...props.keys, f: props.fullScreen.toggle }
  const onKeyDown = (press: Press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || isAsked() || isTaken(press, keys)) return
    const act = keys[press.key.toLowerCase()]
    if (act === undefined) return
    press.preventDefault()
    act?.()
  }
  useStrayKeys(props.isOpen, onKeyDown)
  return (
    <Dialog.Root
      open={props.isOpen}
      onOpenChange={({ open }) => !open && props.onClose()}
      size={{ mdDown: 'full', md: 'xl' }}
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      // Not a button: the keys mean the picture first.
      initialFocusEl={() => content.current}
      // Some browsers tell the page of the key that ends the full screen, too.
      onEscapeKeyDown={(press) => props.fullScreen.isOn && press.preventDefault()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            ref={content}
            onKeyDown={onKeyDown}
            onFocus={showFocused}
            // As wide as the picture may be high, but never too narrow for what stands around it.
            css={{ [BESIDE_VARIABLE]: props.beside }}
            maxW={{ md: `clamp(28rem, calc((100dvh - ${props.beside}) * 16 / 9 + 3rem), calc(100vw - 4rem))` }}
          >
            {/* Room for the button at its end. */}
            <Dialog.Header display="block" pb="3" pe="14">
              <Dialog.Title lineClamp={2}>{props.title}</Dialog.Title>
              <Flex gap="2" align="center" wrap="wrap" color="fg.muted" textStyle="sm" mt="1" minH="6">
                {props.line}
              </Flex>
            </Dialog.Header>
            <Dialog.Body pb="3">{props.children}</Dialog.Body>
            <Dialog.Footer pt="0" justifyContent="space-between" flexWrap="wrap" gap="2">
              {props.footer}
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="md" aria-label="Close" />
            </Dialog.CloseTrigger>
            <ToastsReach />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/**
 * A step takes the old picture's controls away, and with them the focus where it lay on one; in the full screen nothing
 * gives it back. Keys then go to the page's body, beside the dialog.
 */
function useStrayKeys(isOpen: boolean, onKeyDown: (press: Press) => void): void {
  // Before the paint: the dialog shows, so its keys count (FACE-05).
  useLayoutEffect(() => {
    if (!isOpen) return
    const take = (press: KeyboardEvent) => {
      if (press.target === document.body) onKeyDown(press)
    }
    document.addEventListener('keydown', take)
    return () => document.removeEventListener('keydown', take)
  }, [isOpen, onKeyDown])
}

/** A question that is asked over the picture has the keys, wherever in it the focus is, or nowhere. */
function isAsked(): boolean {
  return document.querySelector('[role=alertdialog]') !== null
}

/** Whether the element under the keys uses this one itself: a button its space bar, a slider its arrows, not letters. */
function isTaken({ key, target }: Press, keys: DialogKeys): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isLetter = key.length === 1 && key !== ' ' && key.toLowerCase() in keys
  if (target instanceof HTMLInputElement) return target.type !== 'range' || !isLetter
  return key === ' ' && target.closest('button, a, video[controls]') !== null
}
