import { Box, CloseButton, Dialog, Flex, IconButton, Portal, Text } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { BESIDE_PICTURE } from './player-stage'
import type { FullScreen } from './use-full-screen'

type Press = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>

/**
 * The player's dialog: title, what stands above the title's line, the picture, and previous and next; the full screen
 * on phones. Arrow keys go to the previous and the next recording, the space bar plays, B shows and hides the
 * boxes, F fills the screen, wherever they mean nothing else.
 */
export function PlayerDialog(props: {
  readonly isOpen: boolean
  readonly title: string
  readonly line: ReactNode
  /** '2 of 6'. */
  readonly place: string
  readonly actions: ReactNode
  readonly children: ReactNode
  /** null at the list's beginning. */
  readonly onPrevious: (() => void) | null
  /** null at the list's end. */
  readonly onNext: (() => void) | null
  readonly onSpace: () => void
  /** null: nothing was seen. */
  readonly onBoxes: (() => void) | null
  readonly fullScreen: FullScreen
  readonly onClose: () => void
}) {
  const content = useRef<HTMLDivElement>(null)
  const onKeyDown = (press: Press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || isTaken(press)) return
    const act = {
      arrowleft: props.onPrevious,
      arrowright: props.onNext,
      ' ': props.onSpace,
      b: props.onBoxes,
      f: props.fullScreen.toggle,
    }[press.key.toLowerCase()]
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
      // Not a button: the keys mean the recording first.
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
            // As wide as the picture may be high, but never too narrow for what stands around it.
            maxW={{ md: `clamp(28rem, calc((100dvh - ${BESIDE_PICTURE}) * 16 / 9 + 3rem), calc(100vw - 4rem))` }}
          >
            <Dialog.Header display="block" pb="3" pe="14">
              <Dialog.Title lineClamp={2}>{props.title}</Dialog.Title>
              <Flex gap="2" align="center" wrap="wrap" color="fg.muted" textStyle="sm" mt="1" minH="6">
                {props.line}
              </Flex>
            </Dialog.Header>
            <Dialog.Body pb="3">{props.children}</Dialog.Body>
            <Dialog.Footer pt="0" justifyContent="space-between" flexWrap="wrap" gap="2">
              <Flex align="center" gap="1">
                <Step label="Previous recording" act={props.onPrevious}>
                  <ChevronLeft />
                </Step>
                <Text color="fg.muted" textStyle="sm" minW="4.5rem" textAlign="center" role="status">
                  {props.place}
                </Text>
                <Step label="Next recording" act={props.onNext}>
                  <ChevronRight />
                </Step>
              </Flex>
              <Box>{props.actions}</Box>
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="md" aria-label="Close" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** Not `disabled`, which would take the focus from it at the list's end. */
function Step(props: { readonly label: string; readonly act: (() => void) | null; readonly children: ReactNode }) {
  const isEnd = props.act === null
  return (
    <IconButton
      size="sm"
      variant="outline"
      aria-label={props.label}
      aria-disabled={isEnd}
      opacity={isEnd ? 0.5 : undefined}
      cursor={isEnd ? 'not-allowed' : undefined}
      onClick={() => props.act?.()}
    >
      {props.children}
    </IconButton>
  )
}

/**
 * A step takes the old recording's controls away, and with them the focus where it lay on one; in the full screen nothing
 * gives it back. Keys then go to the page's body, beside the dialog.
 */
function useStrayKeys(isOpen: boolean, onKeyDown: (press: Press) => void): void {
  useEffect(() => {
    if (!isOpen) return
    const take = (press: KeyboardEvent) => {
      if (press.target === document.body) onKeyDown(press)
    }
    document.addEventListener('keydown', take)
    return () => document.removeEventListener('keydown', take)
  }, [isOpen, onKeyDown])
}

/** Whether the element under the keys uses this one itself: a button its space bar, a slider its arrows, not letters. */
function isTaken({ key, target }: Press): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'range' || !'bf'.includes(key.toLowerCase())
  return key === ' ' && target.closest('button, a, video[controls]') !== null
}
