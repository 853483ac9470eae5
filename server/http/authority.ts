import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../lib/clock'
import { type Certificate, isGoodFor, parseCertificate, readCertificate, writeCertificate } from './pem'

const DAY_MS = 24 * 3_600_000
const LIFETIME_MS = 10 * 365 * DAY_MS
/** Who trusts it has to trust another one then: well before the last certificate that it signs would end. */
const RENEW_BEFORE_MS = 400 * DAY_MS
export const AUTHORITY_FILE = 'authority.pem'

/**
 * The certificate authority of this hub alone, kept in the data folder. Whoever installs it is warned no more when the
 * hub's own certificate changes, as it does each year and with each new address.
 */
export async function loadAuthority(dataDir: string, machine: string, clock: Clock): Promise<Certificate> {
  const path = join(dataDir, AUTHORITY_FILE)
  const kept = await readCertificate(path)
  const certificate = kept && parseCertificate(kept.cert)
  if (kept !== null && certificate?.ca && isGoodFor(certificate, RENEW_BEFORE_MS, clock.now())) return kept
  const made = await makeAuthority(machine, clock.now())
  await writeCertificate(path, made)
  return made
}

async function makeAuthority(machine: string, nowMs: number): Promise<Certificate> {
  const { generate } = await import('selfsigned')
  // Two hubs of one machine have authorities of different names, so that a system's list of them tells which is which.
  const mark = randomBytes(3).toString('hex')
  const made = await generate([{ name: 'commonName', value: `Nightjar ${mark} on ${machine}` }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + LIFETIME_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { cert: made.cert.trim(), key: made.private.trim() }
}
