import { Box, Button, type ButtonProps, Spinner } from '@chakra-ui/react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type LatePart, useArrival } from '../layout/late-part'
import { TryAgain } from '../notices/try-again'

/** A button that opens a dialog whose code comes when pointer or focus is on the button. */
export function LateDialogButton<Props>(
  props: {
    readonly part: LatePart<Props>
    /** Draws the dialog, while it is open. */
    readonly dialog: (Dialog: ComponentType<Props>, close: () => void) => ReactNode
    readonly icon?: ReactNode
    /** What did not come, as 'The form is not here yet.' */
    readonly missing: string
    readonly onOpen?: () => void
    readonly children: ReactNode
  } & Omit<ButtonProps, 'onClick' | 'children' | 'part'>,
) {
  const { part, dialog, icon, missing, onOpen, children, ...button } = props
  const arrival = useArrival(part)
  const [isWanted, setWanted] = useState(false)
  const isComing = isWanted && arrival.phase === 'coming'
  const open = () => {
    part.fetch()
    onOpen?.()
    setWanted(true)
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
      {isWanted && arrival.phase === 'failed' && (
        <Box role="status" mt="3">
          <TryAgain text={missing} isTrying={false} onRetry={open} />
        </Box>
      )}
      {arrival.phase === 'here' && isWanted && dialog(arrival.Part, () => setWanted(false))}
    </Box>
  )
}
