import { randomUUID, X509Certificate } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

/** PEM texts. `cert` may hold those that signed it behind the first. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A key and its certificates in one file; null where there is none, or it holds no such thing. Rejects where it cannot be opened now. */
export async function readCertificate(path: string): Promise<Certificate | null> {
  const text = await readFile(path, 'utf8').catch((problem: unknown) => {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return ''
    throw problem
  })
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text) ?? []
  const certs = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return key === undefined || certs.length === 0 ? null : { key, cert: certs.join('\n') }
}

/**
 * For its owner's eyes only. Under another name first: a loss of power must not leave half a certificate, nor do processes
 * that write at once. `beforehand` runs once it is written, before it takes the place of what is there.
 */
export async function writeCertificate(
  path: string,
  { cert, key }: Certificate,
  beforehand: () => Promise<void> = async () => undefined,
): Promise<void> {
  const newPath = `${path}.${randomUUID()}.new`
  try {
    await writeFile(newPath, `${key.trim()}\n${cert.trim()}\n`, { mode: 0o600 })
    await beforehand()
    await rename(newPath, path)
  } catch (problem) {
    // It is tried each minute, by another name.
    await rm(newPath, { force: true })
    throw problem
  }
}

/** The first certificate of a text; null where it cannot be read. */
export function parseCertificate(cert: string): X509Certificate | null {
  try {
    return new X509Certificate(cert)
  } catch {
    return null
  }
}

export function hasBegun(certificate: X509Certificate, nowMs: number): boolean {
  return Date.parse(certificate.validFrom) <= nowMs
}

/** Whether it goes on for longer than that. */
export function lastsFor(certificate: X509Certificate, forMs: number, nowMs: number): boolean {
  return Date.parse(certificate.validTo) - forMs > nowMs
}
