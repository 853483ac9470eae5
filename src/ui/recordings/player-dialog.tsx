import { Box, Flex } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { StepButton } from '../pictures/step-button'
import { StepPlace } from '../pictures/step-place'
import { PictureDialog } from './picture-dialog'
import { BESIDE_DESCRIBED, BESIDE_PICTURE } from './player-stage'
import type { FullScreen } from './use-full-screen'

/**
 * The player's dialog, with previous and next. Arrow keys go to the previous and the next recording, the space bar plays,
 * B shows and hides the boxes, F fills the screen.
 */
export function PlayerDialog(props: {
  readonly isOpen: boolean
  readonly title: string
  readonly line: ReactNode
  /** Below the picture, which comes first; left out where there is none. */
  readonly description?: ReactNode
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
  return (
    <PictureDialog
      isOpen={props.isOpen}
      title={props.title}
      line={props.line}
      beside={props.description ? BESIDE_DESCRIBED : BESIDE_PICTURE}
      fullScreen={props.fullScreen}
      onClose={props.onClose}
      keys={{ arrowleft: props.onPrevious, arrowright: props.onNext, ' ': props.onSpace, b: props.onBoxes }}
      footer={
        <>
          <Flex align="center" gap="1">
            <StepButton label="Previous recording" act={props.onPrevious}>
              <ChevronLeft />
            </StepButton>
            <StepPlace place={props.place} title={props.title} />
            <StepButton label="Next recording" act={props.onNext}>
              <ChevronRight />
            </StepButton>
          </Flex>
          <Box>{props.actions}</Box>
        </>
      }
    >
      {props.children}
      {props.description && <Box mt="3">{props.description}</Box>}
    </PictureDialog>
  )
}
