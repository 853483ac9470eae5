import { renderUnicodeCompact } from 'uqr'
import { isThisMachine, type Reach } from '../http/reach'

/** Modules of white that scanners want around a code. */
const QUIET_ZONE = 2

/**
 * What the terminal says at the start: where the hub is, how other devices of the network get to it (LAN-03), that names which
 * were given to it lead to nobody, and that those who get its mails would not. `mailOrigin`: how links in mails begin; null: no
 * mails are sent.
 */
export function announcement(
  address: string,
  reach: Pick<Reach, 'origins' | 'fingerprint' | 'isOpen'>,
  mailOrigin: string | null,
  lanAddresses: readonly string[] = [],
): string {
  const lines = [`Nightjar is ready at ${address}`]
  const origins = reach.isOpen ? reach.origins() : []
  for (const origin of origins) lines.push(`On the local network: ${origin}`)
  const [first] = origins
  if (first !== undefined) {
    lines.push(
      `SHA-256 of its certificate: ${reach.fingerprint() ?? ''}`,
      renderUnicodeCompact(first, { border: QUIET_ZONE }),
    )
  } else if (reach.isOpen)
    lines.push('This machine is in no network now: connect it, and other devices can open the hub.')
  if (lanAddresses.length > 0 && !reach.isOpen)
    lines.push(
      'LAN_ADDRESSES does nothing here: it says what others call a hub that is open to them by LAN=1, or by TLS=self-signed with HOST=0.0.0.0.',
    )
  if (mailOrigin !== null && isThisMachine(new URL(mailOrigin).hostname))
    lines.push(
      `Links in mails lead to ${mailOrigin}, which is this machine alone: set PUBLIC_URL to the address people use.`,
    )
  return `${lines.join('\n')}\n`
}
