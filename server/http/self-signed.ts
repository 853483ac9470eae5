import { X509Certificate } from 'node:crypto'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../src/lib/durations'
import type { Clock } from '../lib/clock'
import { type AuthorityNews, type LoadedAuthority, loadAuthority } from './authority'
import { type Certificate, hasBegun, lastsFor, parseCertificate, readCertificate, writeCertificate } from './pem'

/** Browsers refuse what is good for longer than 398 days. */
const LIFETIME_MS = 397 * DAY_MS
const RENEW_BEFORE_MS = 30 * DAY_MS
const FILE = 'self-signed.pem'

/** A certificate that the hub made for itself, and the authority of its own that signed it. */
export interface SignedCertificate extends Certificate {
  /** PEM. */
  readonly authority: string
  /** null: there is nothing to say of it. */
  readonly news: AuthorityNews | null
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** What people on the local network can type to reach this machine, the likeliest first; nothing where the system does not tell. */
export function lanAddresses(listInterfaces: () => Interfaces = networkInterfaces): string[] {
  const all = Object.entries(told(listInterfaces)).flatMap(([name, entries]) =>
    (entries ?? []).map(({ address, internal }) => ({ address, internal, rank: rankOf(name, address) })),
  )
  // A link-local address needs a zone, which browsers do not take.
  const usable = all.filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
  usable.sort((one, other) => one.rank - other.rank || (one.address < other.address ? -1 : 1))
  return [...new Set(usable.map(({ address }) => address))]
}

/** The bridges of containers and virtual machines lead to nobody else, and an IPv6 address changes from day to day. */
function rankOf(name: string, address: string): number {
  if (/^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|lxc)/i.test(name)) return 3
  if (!isIPv4(address)) return 2
  return /^(192\.168|10|172\.(1[6-9]|2\d|3[01]))\./.test(address) ? 0 : 1
}

/** Some containers keep a process from asking, which Node throws. */
function told(listInterfaces: () => Interfaces): Interfaces {
  try {
    return listInterfaces()
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ERR_SYSTEM_ERROR') return {}
    throw problem
  }
}

/** Those of the addresses at which a hub is heard that listens on this host; none, if that is one address only. */
export function listenedAddresses(host: string, addresses: readonly string[]): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  return addresses.filter((address) => host === '::' || !isIPv6(address))
}

/** What this machine is called; null where that is no name of a host. */
function machineName(machine = hostname()): string | null {
  return /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(machine) ? machine.toLowerCase() : null
}

/** Every name under which the certificate must hold. */
export function certificateNames(addresses: readonly string[], machine = hostname()): string[] {
  const name = machineName(machine)
  return [...new Set(['localhost', ...(name === null ? [] : [name]), '127.0.0.1', '::1', ...addresses])]
}

/**
 * The certificate that the hub makes for itself, kept in the data folder for its owner's eyes only. A new one is made when
 * a name is missing in it, 30 days before its end, or when its authority is another.
 */
export async function loadCertificate(
  dataDir: string,
  names: readonly string[],
  clock: Clock,
): Promise<SignedCertificate> {
  const path = join(dataDir, FILE)
  const authority = await loadAuthority(dataDir, machineName() ?? 'this network', clock)
  const of = { authority: authority.certificate.cert, news: authority.news }
  const kept = await readCertificate(path)
  if (kept !== null && isGood(kept, authority, names, clock.now())) return { ...kept, ...of }
  const made = await signCertificate(authority.certificate, names, clock.now())
  await writeCertificate(path, made)
  return { ...made, ...of }
}

/** Of the certificate that is kept, as browsers show it; null: none was made. */
export async function keptFingerprint(dataDir: string): Promise<string | null> {
  const kept = await readCertificate(join(dataDir, FILE))
  return kept === null ? null : (parseCertificate(kept.cert)?.fingerprint256 ?? null)
}

function isGood(
  kept: Certificate,
  { certificate: authority, news }: LoadedAuthority,
  names: readonly string[],
  nowMs: number,
): boolean {
  const certificate = parseCertificate(kept.cert)
  if (certificate === null || !lastsFor(certificate, RENEW_BEFORE_MS, nowMs)) return false
  // Before its authority the clock is behind, and devices whose clock is right take what there is.
  if (news !== 'early' && !hasBegun(certificate, nowMs)) return false
  if (!certificate.verify(new X509Certificate(authority.cert).publicKey)) return false
  const holds = (name: string) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name))
  return names.every((name) => holds(name) !== undefined)
}

async function signCertificate(authority: Certificate, names: readonly string[], nowMs: number): Promise<Certificate> {
  const altNames = names.map((name) =>
    isIP(name) === 0 ? ({ type: 2, value: name } as const) : ({ type: 7, ip: name } as const),
  )
  // Its ASN.1 code is large, and a hub needs it once a year: 17 MB that an idle one does without.
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: 'Nightjar on this network' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // An hour back: clocks of other machines differ.
    notBeforeDate: new Date(nowMs - HOUR_MS),
    notAfterDate: new Date(nowMs + LIFETIME_MS),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert: `${made.cert.trim()}\n${authority.cert}`, key: made.private.trim() }
}
