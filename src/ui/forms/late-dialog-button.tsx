import { Box, Button, type ButtonProps, Spinner } from '@chakra-ui/react'
import type { ComponentType, ReactNode } from 'react'
import type { LatePart } from '../layout/late-part'
import { useLateDialog } from '../layout/use-late-dialog'
import { TryAgain } from '../notices/try-again'

/** A button that opens a dialog whose code comes when pointer or focus is on the button. */
export function LateDialogButton<Props>(
  props: {
    readonly part: LatePart<Props>
    /** Draws the dialog, while it is open. */
    readonly dialog: (Dialog: ComponentType<Props>, close: () => void, isOpen: boolean) => ReactNode
    /** The dialog fades out by itself: it is drawn while it is closed, too. */
    readonly fades?: boolean
    readonly icon?: ReactNode
    /** What did not come, as 'The form is not here yet.' */
    readonly missing: string
    readonly onOpen?: () => void
    readonly children: ReactNode
  } & Omit<ButtonProps, 'onClick' | 'children' | 'part'>,
) {
  const { part, dialog, fades = false, icon, missing, onOpen, children, ...button } = props
  const { arrival, isOpen, isComing, isMissing, ...late } = useLateDialog(part)
  const open = () => {
    late.open()
    onOpen?.()
  }
  return (
    <Box>
      <Button
        size="sm"
        variant="outline"
        {...button}
        // Not disabled meanwhile: that would drop the focus, which the dialog gives back here.
        aria-busy={isComing}
        onPointerEnter={part.fetch}
        onFocus={part.fetch}
        onClick={open}
      >
        {isComing ? <Spinner size="xs" /> : icon}
        {children}
      </Button>
      {isMissing && (
        <Box role="status" mt="3">
          <TryAgain text={missing} isTrying={arrival.phase === 'coming'} onRetry={open} />
        </Box>
      )}
      {arrival.phase === 'here' && (isOpen || fades) && dialog(arrival.Part, late.close, isOpen)}
    </Box>
  )
}
