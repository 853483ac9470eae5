import type { MadePairing } from '../../src/contract/sign-in/pairings'
import type { HttpConfig } from '../http/http-config'
import { DEFAULT_LAN_PORT } from '../http/lan-config'
import { isThisMachine, originAt } from '../http/reach'
import { keptFingerprint, lanAddresses, listenedAddresses } from '../http/self-signed'
import { StartupProblem } from '../lib/startup-problem'
import { listChoices } from '../members/member-rows'
import { findOnlyUser, findUserByEmail } from '../members/people-rows'
import type { PairingPlace } from './pairing-place'
import { makePairing } from './pairings'
import type { SignInServices } from './services'
import { chosenOf } from './sessions'

/** The fingerprint that is shown by whoever answers over TLS on a port of this machine; null: nobody does. */
export type FingerprintAt = (port: number) => Promise<string | null>

type PlaceConfig = Pick<HttpConfig, 'publicOrigin' | 'lan' | 'lanAddresses' | 'tls' | 'host' | 'port' | 'dataDir'>

/**
 * Where another device opens the hub that runs on a data folder, as told from beside it: who asks may have other variables
 * set than the hub, so that what answers on the ports is believed, if it shows the folder's certificate.
 */
export async function placeBeside(config: PlaceConfig, fingerprintAt: FingerprintAt): Promise<PairingPlace> {
  const { publicOrigin } = config
  if (publicOrigin?.startsWith('https:') && !isThisMachine(new URL(publicOrigin).hostname)) {
    return { kind: 'open', origin: publicOrigin, fingerprint: null }
  }
  const isHttpsAlone = config.tls?.kind === 'self-signed'
  const port = isHttpsAlone ? config.port : (config.lan?.port ?? DEFAULT_LAN_PORT)
  const kept = await keptFingerprint(config.dataDir)
  if (kept === null || (await fingerprintAt(port)) !== kept) return { kind: 'closed', reason: NOT_OPEN }
  const here = config.lanAddresses.length > 0 ? config.lanAddresses : lanAddresses()
  const [address] = listenedAddresses(isHttpsAlone ? config.host : '::', here)
  // There are some, and what is set here hears none of them.
  if (address === undefined) return { kind: 'closed', reason: here.length === 0 ? NO_NETWORK : NOT_OPEN }
  return { kind: 'open', origin: originAt(address, port), fingerprint: kept }
}

const NO_NETWORK = 'This machine is in no network now. Connect it to yours, then try again.'
const NOT_OPEN =
  'As it is told here, other devices cannot reach a hub on this data folder. Start the hub with LAN=1, or set here what it was started with: LAN and LAN_PORT, TLS with HOST and PORT, or PUBLIC_URL.'

/**
 * Makes a link for whoever runs the hub, in the name of somebody who has signed in before; `email` null: of the only one.
 * Rejects with StartupProblem where nobody is meant, with HubError where the workspace has made too many.
 */
export async function pairFromTerminal(
  services: Pick<SignInServices, 'db' | 'clock'>,
  email: string | null,
  place: PairingPlace,
): Promise<MadePairing & { readonly email: string }> {
  const { db } = services
  const user = email === null ? await findOnlyUser(db) : await findUserByEmail(db, email)
  const workspaceId = user && chosenOf(await listChoices(db, user.id))
  if (user === undefined || workspaceId === undefined) {
    throw new StartupProblem(
      email === null
        ? 'Say for whom: the e-mail address that they sign in with.'
        : `Nobody has signed in here as ${email}. Give the address that they sign in with.`,
    )
  }
  return { ...(await makePairing(services, { workspaceId, userId: user.id }, place)), email: user.email }
}
