import { CloseButton, Dialog, Portal } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import { showFocused } from './show-focused'
import { ToastsReach } from './toasts-reach'

/** Width of the column beside the picture of a `wide` dialog. */
export const WIDE_ASIDE_WIDTH = '26rem'

/** Height of a picture in a `wide` dialog: what belongs to it then stands below without scrolling. */
export const WIDE_PICTURE_HEIGHT = '40dvh'

const wideContent = {
  /** A picture of that height at 16:9, the column beside it, and what lies between and around. */
  maxW: {
    md: 'calc(100vw - 2rem)',
    lg: `min(calc(${WIDE_PICTURE_HEIGHT} * 16 / 9 + ${WIDE_ASIDE_WIDTH} + 4.25rem), calc(100vw - 2rem))`,
  },
} as const

/** A dialog with title, body and optional buttons; the full screen on phones. */
export function Modal(props: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** `wide` has room for a picture with settings beside it. */
  readonly size?: 'md' | 'lg' | 'xl' | 'wide'
  /** It holds what cannot be shown again, or was not saved: a press beside it does not close it. */
  readonly isHeld?: boolean
  /**
   * The first thing in it takes no focus yet: a slider hides its thumb until it is measured. The dialog itself takes it then, as
   * where it begins with a picture (`wide`), on which a key already means something.
   */
  readonly beginsWithSlider?: boolean
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={props.isOpen}
      onOpenChange={({ open }) => !open && props.onClose()}
      size={{ mdDown: 'full', md: props.size === 'wide' ? 'xl' : (props.size ?? 'md') }}
      placement="center"
      scrollBehavior="inside"
      closeOnInteractOutside={props.isHeld !== true}
      // One that opens as another closes (sharing from the player) counts as lying in it for a moment, and would go with it.
      onRequestDismiss={(event) => event.preventDefault()}
      lazyMount
      unmountOnExit
      {...((props.size === 'wide' || props.beginsWithSlider) && { initialFocusEl: () => content.current })}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={content} onFocus={showFocused} {...(props.size === 'wide' && wideContent)}>
            <Dialog.Header>
              {/* The button that closes lies beside its first line. */}
              <Dialog.Title minW="0" pe="8" overflowWrap="anywhere">
                {props.title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{props.children}</Dialog.Body>
            {props.footer && <Dialog.Footer flexWrap="wrap">{props.footer}</Dialog.Footer>}
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
