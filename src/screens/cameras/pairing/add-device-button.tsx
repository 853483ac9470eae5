import { Button } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { canPairAtom } from '../../../state/sign-in/pairings'
import { LatePart, useArrival } from '../../../ui/layout/late-part'

/** With its QR codes: who has one camera may never need it. */
const dialog = new LatePart(async () => (await import('./pairing-dialog')).PairingDialog)

/** 'Add another device', where the provider signs devices in by a link (PAIR-01). */
export function AddDeviceButton() {
  const [isOpen, setOpen] = useState(false)
  const arrival = useArrival(dialog)
  if (!useAtomValue(canPairAtom)) return null
  const open = () => {
    dialog.fetch()
    setOpen(true)
  }
  return (
    <>
      <Button variant="outline" onClick={open} onPointerEnter={dialog.fetch} onFocus={dialog.fetch}>
        <Smartphone size="1.1rem" aria-hidden />
        Add another device
      </Button>
      {isOpen && arrival.phase === 'here' && <arrival.Part onClose={() => setOpen(false)} />}
    </>
  )
}
