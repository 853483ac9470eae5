import * as z from 'zod/mini'
import { hostOf } from '../lib/host-names'

/** https for the local network beside http on this machine. */
export interface LanConfig {
  readonly port: number
}

/** Of plain http on this machine. */
export const DEFAULT_PORT = 8080
/** Of https for the local network. */
export const DEFAULT_LAN_PORT = 8443

const TWO_PORTS =
  'LAN_PORT and PORT are two ports: the one for https in the local network, the other for http on this machine. Choose another LAN_PORT.'
const PORT_SENTENCE = 'LAN_PORT must be a whole number from 0 to 65535.'
const LONELY_PORT = 'LAN_PORT is of use only with LAN=1: set that too, or remove it.'
const ADDRESSES_SENTENCE =
  'LAN_ADDRESSES must be addresses or names of this machine, separated by commas, such as 192.168.1.7,nightjar.local.'

/** `error`: what is said of any other text. */
export function portOf(error: string) {
  const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
  return z.pipe(z.string().check(z.refine(isPort, { error })), z.transform(Number))
}

export const lanVariables = {
  LAN: z.optional(z.enum(['0', '1'], { error: 'LAN must be 1 or 0.' })),
  LAN_PORT: z._default(portOf(PORT_SENTENCE), DEFAULT_LAN_PORT),
  LAN_ADDRESSES: z.optional(
    z.string().check(z.refine((value) => !entriesOf(value).includes(null), { error: ADDRESSES_SENTENCE })),
  ),
}
const schema = z.object(lanVariables)
export type LanVariables = z.infer<typeof schema>

type Environment = Readonly<Record<string, string | undefined>>

/** Every address of this machine. */
const EVERYWHERE = ['0.0.0.0', '::']
const LOOPBACK = '127.0.0.1'

/**
 * null: not wanted. With `HOST=0.0.0.0` it is meant as well, unless something is there that makes http safe to leave this
 * machine: a certificate, or a proxy in front (ENV-16).
 */
export function lanOf({ LAN, LAN_PORT }: LanVariables, set: Environment): LanConfig | null {
  if (LAN === '0' || (LAN === undefined && !isEverywhere(set))) return null
  return { port: LAN_PORT }
}

/** Where others open the hub, where it cannot tell by itself, as in a container; empty: at the addresses of this machine. */
export function lanAddressesOf({ LAN_ADDRESSES }: LanVariables): readonly string[] {
  return LAN_ADDRESSES === undefined ? [] : entriesOf(LAN_ADDRESSES).filter((entry) => entry !== null)
}

/** Where plain http is heard beside it: on this machine alone. */
export function hostBesideLan(host: string): string {
  return EVERYWHERE.includes(host) ? LOOPBACK : host
}

export function lanProblems(set: Environment): string[] {
  if (set['LAN'] === '0') return []
  if (set['LAN'] === undefined && !isEverywhere(set)) return set['LAN_PORT'] === undefined ? [] : [LONELY_PORT]
  if (set['LAN'] !== '1') return isSamePort(set) ? [TWO_PORTS] : []
  const host = set['HOST'] ?? LOOPBACK
  const isOnlyHere = ['localhost', '::1', ...EVERYWHERE].includes(host) || /^127\./.test(host)
  return [
    ...(hasTls(set) ? ['LAN=1 makes a certificate of its own: remove TLS, TLS_CERT and TLS_KEY, or LAN.'] : []),
    ...(isOnlyHere ? [] : ['LAN=1 keeps plain http on this machine: remove HOST, or LAN.']),
    ...(isSamePort(set) ? [TWO_PORTS] : []),
  ]
}

/** Whether http was asked for at all addresses, where only https is safe. */
function isEverywhere(set: Environment): boolean {
  return EVERYWHERE.includes(set['HOST'] ?? '') && !hasTls(set) && set['PUBLIC_URL'] === undefined
}

function isSamePort(set: Environment): boolean {
  const port = Number(set['LAN_PORT'] ?? DEFAULT_LAN_PORT)
  return port !== 0 && port === Number(set['PORT'] ?? DEFAULT_PORT)
}

function hasTls(set: Environment): boolean {
  return set['TLS'] !== undefined || set['TLS_CERT'] !== undefined
}

/** null in it: an entry is no host. */
function entriesOf(list: string): (string | null)[] {
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase())
  // Browsers know no name of a certificate that ends with a dot.
  return entries.map((entry) => (entry.endsWith('.') ? null : hostOf(entry)))
}
