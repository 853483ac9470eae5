import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { NetworkInterfaceInfo } from 'node:os'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GivenCertificate } from '../../../server/http/given-certificate'
import type { Certificate } from '../../../server/http/pem'
import { certificateNames, lanAddresses, listenedAddresses, loadCertificate } from '../../../server/http/self-signed'
import { manualClock, startTestHub } from '../support/hub'

const DAY = 24 * 3_600_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-tls-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const address = (text: string, internal = false): NetworkInterfaceInfo => ({
  address: text,
  internal,
  netmask: '',
  mac: '',
  cidr: null,
  ...(text.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
})
const kept = () => readFile(join(folder, 'self-signed.pem'), 'utf8')

test('addresses of the local network are those that a browser on it can open (ENV-07)', () => {
  const interfaces = {
    lo: [address('127.0.0.1', true), address('::1', true)],
    wifi: [address('192.168.1.7'), address('fe80::1'), address('169.254.3.4'), address('2001:db8::7')],
    cable: [address('10.0.0.2'), address('192.168.1.7')],
  }
  expect(lanAddresses(() => interfaces)).toEqual(['10.0.0.2', '192.168.1.7', '2001:db8::7'])
})

test('there are none where the system does not tell them, as in some containers', () => {
  // Node's own words and code.
  const refused = Object.assign(
    new Error('A system error occurred: uv_interface_addresses returned Unknown system error 13'),
    { code: 'ERR_SYSTEM_ERROR' },
  )
  const refuse = () => {
    throw refused
  }
  expect(lanAddresses(refuse)).toEqual([])
  const fail = () => {
    throw new TypeError('a bug of ours')
  }
  expect(() => lanAddresses(fail)).toThrow('a bug of ours')
})

test('bridges of containers and addresses that change come last (LAN-03)', () => {
  const interfaces = {
    docker0: [address('172.17.0.1')],
    wifi: [address('2001:db8::7'), address('192.168.1.7')],
    tailscale0: [address('100.101.102.103')],
  }
  expect(lanAddresses(() => interfaces)).toEqual(['192.168.1.7', '100.101.102.103', '2001:db8::7', '172.17.0.1'])
})

test('a hub that listens everywhere tells where others on the network open it (ENV-07)', () => {
  const addresses = ['192.168.1.7', '2001:db8::7']
  expect(listenedAddresses('0.0.0.0', addresses)).toEqual(['192.168.1.7'])
  expect(listenedAddresses('::', addresses)).toEqual(addresses)
  expect(listenedAddresses('127.0.0.1', addresses)).toEqual([])
})

test('the certificate holds for localhost, the machine and its addresses, and is for its owner only (ENV-07)', async () => {
  const clock = manualClock()
  const names = certificateNames(['192.168.1.7', '2001:db8::7'], 'Kitchen-Laptop.local')
  const { cert } = await loadCertificate(folder, names, clock)
  const certificate = new X509Certificate(cert)
  for (const host of ['localhost', 'kitchen-laptop.local']) expect(certificate.checkHost(host)).toBe(host)
  for (const ip of ['127.0.0.1', '::1', '192.168.1.7', '2001:db8::7']) expect(certificate.checkIP(ip)).toBe(ip)
  expect(certificate.checkHost('example.org')).toBeUndefined()
  expect((await stat(join(folder, 'self-signed.pem'))).mode & 0o777).toBe(0o600)
})

test('it stays the same over restarts, and is renewed for a new address or 30 days before its end', async () => {
  const clock = manualClock()
  const load = async (addresses: string[]) =>
    (await loadCertificate(folder, certificateNames(addresses, 'x'), clock)).cert
  const first = await load(['192.168.1.7'])
  expect(await load(['192.168.1.7'])).toBe(first)
  expect(await load([])).toBe(first)
  const second = await load(['192.168.1.8'])
  expect(second).not.toBe(first)
  clock.advance(366 * DAY)
  expect(await load(['192.168.1.8'])).toBe(second)
  clock.advance(2 * DAY)
  const third = await load(['192.168.1.8'])
  expect(third).not.toBe(second)
  expect(Date.parse(new X509Certificate(third).validTo)).toBeGreaterThan(clock.now() + 300 * DAY)
})

test('one authority signs them all: it stays when the certificate changes, and another one signs anew (LAN-04)', async () => {
  const clock = manualClock()
  const load = (addresses: string[]) => loadCertificate(folder, certificateNames(addresses, 'x'), clock)
  const first = await load([])
  const second = await load(['192.168.1.8'])
  expect(second.authority).toBe(first.authority)
  const authority = new X509Certificate(first.authority)
  expect(authority.ca).toBe(true)
  expect(Date.parse(authority.validTo)).toBeGreaterThan(clock.now() + 9.9 * 365 * DAY)
  for (const { cert } of [first, second]) expect(new X509Certificate(cert).checkIssued(authority)).toBe(true)
  expect((await stat(join(folder, 'authority.pem'))).mode & 0o777).toBe(0o600)
  await rm(join(folder, 'authority.pem'))
  const third = await load(['192.168.1.8'])
  expect(new X509Certificate(third.cert).verify(new X509Certificate(third.authority).publicKey)).toBe(true)
  expect(third.authority).not.toBe(first.authority)
})

test('a damaged or foreign file is replaced', async () => {
  for (const text of ['', 'nonsense', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']) {
    await writeFile(join(folder, 'self-signed.pem'), text)
    await chmod(join(folder, 'self-signed.pem'), 0o600)
    await loadCertificate(folder, certificateNames([], 'x'), manualClock())
    expect(await kept()).toMatch(/^-----BEGIN PRIVATE KEY-----[\s\S]+-----BEGIN CERTIFICATE-----/)
  }
})

test('TLS=self-signed serves https with that certificate, without pinning it in the browser (ENV-07)', async () => {
  const hub = await startTestHub({ environment: { TLS: 'self-signed' }, clock: manualClock(Date.now()) })
  try {
    const { port } = new URL(await hub.listen())
    const pem = await readFile(join(hub.dataDir, 'self-signed.pem'), 'utf8')
    const answer = await new Promise<{ status: number | undefined; hsts: unknown }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/healthz', ca: pem, agent: false as const }
      const sent = request(options, (response) => {
        response.resume()
        resolve({ status: response.statusCode, hsts: response.headers['strict-transport-security'] })
      })
      sent.on('error', reject)
      sent.end()
    })
    expect(answer).toEqual({ status: 200, hsts: undefined })
  } finally {
    await hub.close()
  }
})

/** As whoever renews certificates writes them: into the same files. */
const files = () => ({ certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') })
const write = async (of: Partial<Certificate>) => {
  if (of.cert !== undefined) await writeFile(files().certPath, of.cert)
  if (of.key !== undefined) await writeFile(files().keyPath, of.key)
}
const made = (name: string) => loadCertificate(folder, certificateNames([], name), manualClock(Date.now()))
const fingerprintOf = ({ cert }: Certificate) => new X509Certificate(cert).fingerprint256

test('a certificate that was renewed in TLS_CERT and TLS_KEY is served by the running hub, and half of one is not (ENV-07)', async () => {
  const [first, second] = [await made('first'), await made('second')]
  await write(first)
  const { certPath: TLS_CERT, keyPath: TLS_KEY } = files()
  const hub = await startTestHub({ environment: { TLS_CERT, TLS_KEY }, logLevel: 'error' })
  try {
    const { port } = new URL(await hub.listen())
    const shown = async () => {
      const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { fingerprint256 } = socket.getPeerCertificate()
      socket.destroy()
      return fingerprint256
    }
    const look = () => hub.hub.givenCertificate?.look(hub.fastify.log)
    expect(await shown()).toBe(fingerprintOf(first))
    for (const half of [{ cert: '' }, { cert: second.cert }]) {
      await write(half)
      look()
      expect(await shown()).toBe(fingerprintOf(first))
    }
    await rm(TLS_KEY)
    look()
    expect(hub.logLines).toHaveLength(3)
    expect(hub.logLines.join()).toContain('the one before stays')
    expect(hub.logLines.join()).not.toContain('PRIVATE KEY')
    await write(second)
    look()
    expect(await shown()).toBe(fingerprintOf(second))
    expect(hub.logLines).toHaveLength(3)
  } finally {
    await hub.close()
  }
})

test('without a certificate and its key in those files no hub starts (ENV-07)', async () => {
  const { certPath: TLS_CERT, keyPath: TLS_KEY } = files()
  const start = () => startTestHub({ environment: { TLS_CERT, TLS_KEY } })
  await expect(start()).rejects.toThrow(/^TLS_CERT names a file that cannot be read: .*cert\.pem\.$/)
  const [first, second] = [await made('first'), await made('second')]
  const locked = createPrivateKey(first.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  })
  for (const [pair, sentence] of [
    [{ ...first, cert: '' }, /^TLS_CERT and TLS_KEY do not hold a certificate and its key in PEM form\.$/],
    [{ ...first, key: '' }, /^TLS_CERT and TLS_KEY do not hold a certificate and its key in PEM form\.$/],
    [{ cert: first.cert, key: second.key }, /^TLS_KEY is not the key of TLS_CERT/],
    [{ cert: first.cert, key: String(locked) }, /^TLS_KEY is protected by a passphrase, .*: write it without one/],
  ] as const) {
    await write(pair)
    await expect(start()).rejects.toThrow(sentence)
  }
})

test('it is looked for every hour, until the hub closes (ENV-07)', async () => {
  const [first, second] = [await made('first'), await made('second')]
  await write(first)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const certificate = GivenCertificate.open({ tls: { kind: 'files', ...files() } })
    const stop = certificate?.keepLooking(pino({ level: 'silent' }))
    await write(second)
    expect(certificate?.current.cert).toBe(first.cert)
    vi.advanceTimersByTime(3_600_000)
    expect(certificate?.current.cert).toBe(second.cert)
    stop?.()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
