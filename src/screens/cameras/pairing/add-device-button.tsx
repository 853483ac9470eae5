import { useAtomValue } from 'jotai/react'
import { Smartphone } from 'lucide-react'
import { canPairAtom } from '../../../state/sign-in/pairings'
import { LateDialogButton } from '../../../ui/forms/late-dialog-button'
import { LatePart } from '../../../ui/layout/late-part'

/** With its QR codes: who has one camera may never need it. */
const dialog = new LatePart(async () => (await import('./pairing-dialog')).PairingDialog)

/** 'Add another device', where the provider signs devices in by a link (PAIR-01). */
export function AddDeviceButton() {
  if (!useAtomValue(canPairAtom)) return null
  return (
    <LateDialogButton
      part={dialog}
      dialog={(Dialog, close) => <Dialog onClose={close} />}
      icon={<Smartphone size="1.1rem" aria-hidden />}
      missing="The link is not here yet."
      size="md"
    >
      Add another device
    </LateDialogButton>
  )
}
