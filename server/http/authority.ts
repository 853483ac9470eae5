import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../src/lib/durations'
import type { Clock } from '../lib/clock'
import { type Certificate, hasBegun, lastsFor, parseCertificate, readCertificate, writeCertificate } from './pem'

const LIFETIME_MS = 10 * 365 * DAY_MS
/** Who trusts it has to trust another one then: well before the last certificate that it signs would end. */
const RENEW_BEFORE_MS = 400 * DAY_MS
export const AUTHORITY_FILE = 'authority.pem'
/** The one that another took the place of. */
export const EARLIER_AUTHORITY_FILE = 'authority.pem.old'

/**
 * What somebody must hear of the authority: it begins in the future and stays; it was near its `over` or `unreadable`, and
 * another was made; it came `back`.
 */
export type AuthorityNews = 'early' | 'over' | 'unreadable' | 'back'

export interface LoadedAuthority {
  readonly certificate: Certificate
  /** null: it is there as ever, or the first of this hub. */
  readonly news: AuthorityNews | null
}

/**
 * The certificate authority of this hub alone, kept in the data folder. Whoever installs it is warned no more when the
 * hub's own certificate changes, as it does each year and with each new address. No clock can destroy it: one that begins
 * in the future stays, as the clock is behind then, and one that is replaced is set aside, and comes back where it is good.
 */
export async function loadAuthority(dataDir: string, machine: string, clock: Clock): Promise<LoadedAuthority> {
  const path = join(dataDir, AUTHORITY_FILE)
  const kept = await readCertificate(path)
  const standing = standingOf(kept, clock.now())
  if (kept !== null && standing === 'good') return { certificate: kept, news: null }
  const isThere = existsSync(path)
  const earlierPath = join(dataDir, EARLIER_AUTHORITY_FILE)
  const earlier = isThere ? await readCertificate(earlierPath) : null
  if (earlier !== null && standingOf(earlier, clock.now()) === 'good') {
    await exchange(path, earlierPath)
    return { certificate: earlier, news: 'back' }
  }
  if (kept !== null && standing === 'early') return { certificate: kept, news: 'early' }
  const made = await makeAuthority(machine, clock.now())
  await writeCertificate(path, made, async () => {
    // A copy: what goes wrong from here on must not leave the hub without the one that devices trust.
    if (isThere) await copyWhole(path, earlierPath)
  })
  return { certificate: made, news: isThere ? (standing === 'over' ? 'over' : 'unreadable') : null }
}

function standingOf(kept: Certificate | null, nowMs: number): 'good' | 'early' | 'over' | 'unreadable' {
  const certificate = kept && parseCertificate(kept.cert)
  if (!certificate?.ca) return 'unreadable'
  if (!lastsFor(certificate, RENEW_BEFORE_MS, nowMs)) return 'over'
  return hasBegun(certificate, nowMs) ? 'good' : 'early'
}

async function copyWhole(path: string, to: string): Promise<void> {
  await copyFile(path, `${to}.new`)
  await rename(`${to}.new`, to)
}

async function exchange(path: string, otherPath: string): Promise<void> {
  await copyFile(path, `${path}.new`)
  await rename(otherPath, path)
  await rename(`${path}.new`, otherPath)
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
