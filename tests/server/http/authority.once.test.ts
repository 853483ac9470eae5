import { X509Certificate } from 'node:crypto'
import fs, { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OwnCertificate } from '../../../server/http/own-certificate'
import { writeCertificate } from '../../../server/http/pem'
import { certificateNames, loadCertificate } from '../../../server/http/self-signed'
import { manualClock, startTestHub } from '../support/hub'

const NOW_MS = Date.parse('2026-11-28T12:00:00Z')
const DAY_MS = 24 * 3_600_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-authority-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const load = (moment: string | number, addresses: readonly string[] = []) =>
  loadCertificate(folder, certificateNames(addresses, 'x'), manualClock(new Date(moment).getTime()))
const kept = (name: string) => readFile(join(folder, name), 'utf8')

test('a clock that is set back takes neither the authority nor the certificate that devices know (LAN-04)', async () => {
  const first = await load(NOW_MS)
  const back = await load('2015-01-01T00:00:00Z')
  expect(back).toMatchObject({ authority: first.authority, cert: first.cert, news: 'early' })
  expect(await load(NOW_MS + 3_600_000)).toMatchObject({ authority: first.authority, cert: first.cert, news: null })
})

test('a certificate of a moment in which the clock was ahead is made anew once it is right (LAN-04)', async () => {
  const first = await load(NOW_MS)
  const ahead = await load(NOW_MS + 800 * DAY_MS)
  expect(ahead.cert).not.toBe(first.cert)
  const { cert, authority } = await load(NOW_MS)
  expect(authority).toBe(first.authority)
  expect(Date.parse(new X509Certificate(cert).validFrom)).toBeLessThanOrEqual(NOW_MS)
})

test('an authority near its end is set aside when another is made, and taken back when the clock is right again (LAN-04)', async () => {
  const first = await load(NOW_MS)
  const { authority, news } = await load('2040-01-01T00:00:00Z')
  expect(news).toBe('over')
  expect(await kept('authority.pem.old')).toContain(first.authority)
  expect((await stat(join(folder, 'authority.pem.old'))).mode & 0o777).toBe(0o600)
  const again = await load(NOW_MS)
  expect(again).toMatchObject({ authority: first.authority, news: 'back' })
  expect(new X509Certificate(again.cert).checkIssued(new X509Certificate(first.authority))).toBe(true)
  // Were it the clock that is behind now, the other one is the right one.
  expect(await kept('authority.pem.old')).toContain(authority)
  expect(await load(NOW_MS)).toMatchObject({ authority: first.authority, news: null })
  // Somebody who deletes it wants another.
  await rm(join(folder, 'authority.pem'))
  const third = await load('2040-01-01T00:00:00Z')
  expect(third.news).toBeNull()
  expect([first.authority, authority]).not.toContain(third.authority)
})

test('an authority that cannot be read, or may not sign, is set aside as it is (LAN-04)', async () => {
  const first = await load(NOW_MS)
  const damaged = (await kept('authority.pem')).replace('BEGIN CERTIFICATE', 'BEGIN')
  for (const text of [damaged, await kept('self-signed.pem')]) {
    await writeFile(join(folder, 'authority.pem'), text)
    const { authority, news } = await load(NOW_MS)
    expect(news).toBe('unreadable')
    expect(authority).not.toBe(first.authority)
    expect(await kept('authority.pem.old')).toBe(text)
    expect(await load(NOW_MS)).toMatchObject({ authority, news: null })
  }
})

/** That file system call fails until the end of the work. */
async function failing<Result>(
  name: 'readFile' | 'writeFile' | 'copyFile' | 'rename',
  work: () => Promise<Result>,
): Promise<Result> {
  const call = vi.spyOn(fs, name).mockRejectedValue(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    call.mockRestore()
    syncBuiltinESMExports()
  }
}

test('an authority whose file cannot be opened for a moment stays, and so does the certificate (LAN-04)', async () => {
  const first = await load(NOW_MS)
  await expect(failing('readFile', () => load(NOW_MS))).rejects.toThrow('too many open files')
  expect((await readdir(folder)).toSorted()).toEqual(['authority.pem', 'self-signed.pem'])
  expect(await load(NOW_MS)).toMatchObject({ authority: first.authority, cert: first.cert, news: null })
})

test.each(['writeFile', 'copyFile', 'rename'] as const)(
  'an authority is there until another has taken its place: no %s (LAN-04)',
  async (name) => {
    const first = await load(NOW_MS)
    await expect(failing(name, () => load('2040-01-01T00:00:00Z'))).rejects.toThrow('too many open files')
    expect(await kept('authority.pem')).toContain(first.authority)
    expect(await load(NOW_MS)).toMatchObject({ authority: first.authority, news: null })
  },
)

test('a certificate that cannot be written leaves nothing behind, as that is tried each minute (LAN-04)', async () => {
  const path = join(folder, 'self-signed.pem')
  await mkdir(path)
  await expect(writeCertificate(path, { cert: 'cert', key: 'key' })).rejects.toThrow('EISDIR')
  await expect(
    writeCertificate(join(folder, 'other.pem'), { cert: 'cert', key: 'key' }, () => Promise.reject(new Error('full'))),
  ).rejects.toThrow('full')
  expect(await readdir(folder)).toEqual(['self-signed.pem'])
})

test('processes that make a certificate at once leave one that is whole (LAN-04)', async () => {
  await load(NOW_MS)
  const made = await Promise.all([load(NOW_MS, ['192.0.2.7']), load(NOW_MS, ['192.0.2.7'])])
  expect(made.map(({ cert }) => cert)).toContain((await load(NOW_MS, ['192.0.2.7'])).cert)
  expect(await readdir(folder)).toHaveLength(2)
})

test('the log says once that the authority begins in the future (LAN-04)', async () => {
  const environment = { LAN: '1', LAN_PORT: '0' }
  const dataDir = join(folder, 'hub')
  await (await startTestHub({ dataDir, environment, clock: manualClock(NOW_MS) })).close()
  const hub = await startTestHub({ dataDir, environment, clock: manualClock(0), logLevel: 'warn' })
  try {
    await hub.hub.certificate?.renew(hub.fastify.log)
    const said = hub.logLines.filter((line) => line.includes('authority'))
    expect(said).toEqual([expect.stringContaining('begins in the future')])
  } finally {
    await hub.close()
  }
})

test('addresses are looked at every minute, as a network may come after the hub (LAN-04)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const named: string[] = []
    const config = { dataDir: folder, lanAddresses: named, lan: { port: 0 }, tls: null }
    const certificate = await OwnCertificate.open(config, manualClock(NOW_MS))
    const stop = certificate?.keepRenewed(pino({ level: 'silent' }))
    named.push('192.0.2.7')
    vi.advanceTimersByTime(60_000)
    const holds = () => new X509Certificate(certificate?.current.cert ?? '').checkIP('192.0.2.7')
    await vi.waitFor(() => expect(holds()).toBe('192.0.2.7'), { timeout: 5_000 })
    stop?.()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
