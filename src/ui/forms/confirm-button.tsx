import { Button, type ButtonProps, Flex, Heading, Text } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { AlertFrame } from '../notices/alert-frame'
import { BusyButton } from './busy-button'
import { usePending } from './use-pending'

interface Question {
  readonly question: string
  /** What happens then, and what stays. */
  readonly consequence: string
  /** The verb on the button that does it. */
  readonly verb: string
  /** Resolves when it is done or has failed; the dialog stays until then. */
  readonly onConfirm: () => Promise<unknown>
}

/** A button for what cannot be undone: it asks first, with the way back focused. */
export function ConfirmButton(
  props: Question & { readonly label?: string; readonly children: ReactNode } & ButtonProps,
) {
  const { question, consequence, verb, onConfirm, label, children, ...button } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} {...(label !== undefined && { 'aria-label': label })} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <Confirmation
          question={question}
          consequence={consequence}
          verb={verb}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The question alone, for what is not begun by a button. */
export function Confirmation({
  question,
  consequence,
  verb,
  onConfirm,
  onClose,
}: Question & { readonly onClose: () => void }) {
  const [questionId, consequenceId] = [useId(), useId()]
  const [isBusy, run] = usePending()
  // What is on its way cannot be called back: no way out that looks like one.
  const close = () => {
    if (!isBusy) onClose()
  }
  const confirm = async () => {
    await onConfirm()
    onClose()
  }
  return (
    <AlertFrame labelId={questionId} descriptionId={consequenceId} onClose={close}>
      <Heading as="h2" id={questionId} size="md">
        {question}
      </Heading>
      <Text id={consequenceId} mt="2" color="fg.muted">
        {consequence}
      </Text>
      <Flex justify="flex-end" gap="3" mt="6" wrap="wrap">
        <Button variant="outline" autoFocus aria-disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <BusyButton colorPalette="red" isBusy={isBusy} onClick={() => void run(confirm)}>
          {verb}
        </BusyButton>
      </Flex>
    </AlertFrame>
  )
}
