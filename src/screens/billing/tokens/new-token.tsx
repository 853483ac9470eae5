import { Plus } from 'lucide-react'
import { LateDialogButton } from '../../../ui/forms/late-dialog-button'
import { LatePart } from '../../../ui/layout/late-part'

/** Few who look at their plan make a token. */
const tokenDialog = new LatePart(async () => (await import('./token-dialog')).TokenDialog)

export function NewToken() {
  return (
    <LateDialogButton
      part={tokenDialog}
      dialog={(Dialog, close) => <Dialog onClose={close} />}
      icon={<Plus size="1rem" aria-hidden />}
      missing="The form is not here yet."
    >
      New Token
    </LateDialogButton>
  )
}
