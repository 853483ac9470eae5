import { X509Certificate } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { isIP, isIPv4 } from 'node:net'
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../lib/clock'

const DAY_MS = 24 * 3_600_000
/** Browsers refuse what is good for longer than 398 days. */
const LIFETIME_MS = 397 * DAY_MS
const RENEW_BEFORE_MS = 30 * DAY_MS
const FILE = 'self-signed.pem'

/** PEM texts. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** What people on the local network can type to reach this machine; nothing where the system does not tell. */
export function lanAddresses(listInterfaces: () => Interfaces = networkInterfaces): string[] {
  const all = Object.values(told(listInterfaces)).flatMap((entries) => entries ?? [])
  // A link-local address needs a zone, which browsers do not take.
  const usable = all.filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
  return [...new Set(usable.map(({ address }) => address))].sort()
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

/** Where others on the network open a hub that listens on this host; nowhere, if that is one address only. */
export function lanOrigins(host: string, port: number, addresses: readonly string[] = lanAddresses()): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const reached = addresses.filter((address) => host === '::' || isIPv4(address))
  return reached.map((address) => `https://${isIPv4(address) ? address : `[${address}]`}:${port}`)
}

/** Every name under which the certificate must hold. */
export function certificateNames(addresses: readonly string[], machine = hostname()): string[] {
  const names = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(machine) ? [machine.toLowerCase()] : []
  return [...new Set(['localhost', ...names, '127.0.0.1', '::1', ...addresses])]
}

/**
 * The certificate of `TLS=self-signed`, kept in the data folder for its owner's eyes only. A new one is made when a name
 * is missing in it, or 30 days before its end.
 */
export async function loadCertificate(dataDir: string, names: readonly string[], clock: Clock): Promise<Certificate> {
  const path = join(dataDir, FILE)
  const kept = await readKept(path)
  if (kept !== null && isGood(kept, names, clock.now())) return kept
  const made = await makeCertificate(names, clock.now())
  // Under another name first: a loss of power must not leave half a certificate.
  await writeFile(`${path}.new`, `${made.key.trim()}\n${made.cert.trim()}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return made
}

async function readKept(path: string): Promise<Certificate | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text) ?? []
  const [cert] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text) ?? []
  return key === undefined || cert === undefined ? null : { key, cert }
}

function isGood({ cert }: Certificate, names: readonly string[], nowMs: number): boolean {
  const certificate = parse(cert)
  if (certificate === null) return false
  const isYoung =
    Date.parse(certificate.validTo) - RENEW_BEFORE_MS > nowMs && Date.parse(certificate.validFrom) <= nowMs
  const holds = (name: string) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name))
  return isYoung && names.every((name) => holds(name) !== undefined)
}

function parse(cert: string): X509Certificate | null {
  try {
    return new X509Certificate(cert)
  } catch {
    return null
  }
}

async function makeCertificate(names: readonly string[], nowMs: number): Promise<Certificate> {
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
    notBeforeDate: new Date(nowMs - 3_600_000),
    notAfterDate: new Date(nowMs + LIFETIME_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert: made.cert, key: made.private }
}
