import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer } from '../../../server/lib/mailer'
import { extensionNames, formatExtensions } from '../../../src/contract/extensions'
import { send } from '../support/calls'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startSmtp } from '../support/smtp'

let hub: TestHub
let ann: SignedInUser
afterEach(() => hub.close())

describe('every answer', () => {
  beforeEach(async () => {
    hub = await startTestHub()
    ann = await hub.signIn()
  })

  test('/healthz answers when the hub is ready (OPS-01)', async () => {
    const answer = await hub.fastify.inject({ url: '/healthz' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })

  test('names the extensions on API answers, refusals too (EXT-01)', async () => {
    // Models are offered only where the operator gave one.
    const onlyByChoice: readonly string[] = ['person-model', 'descriptions']
    const names = formatExtensions(extensionNames.filter((name) => !onlyByChoice.includes(name)))
    expect(names).toContain('clip-details, detections')
    const answers = [
      await send(hub.fastify, ann, 'GET', '/cameras'),
      await send(hub.fastify, null, 'GET', '/cameras'),
      await send(hub.fastify, ann, 'GET', '/nothing'),
    ]
    expect(answers.map(({ headers }) => headers['nightjar-extensions'])).toEqual([names, names, names])
  })

  test('isolates the page and lets it load nothing of others (SEC-05)', async () => {
    const { headers } = await hub.fastify.inject({ url: '/healthz' })
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'permissions-policy': 'camera=(self), microphone=(self), screen-wake-lock=(self)',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).toContain("img-src 'self' data: blob:")
    expect(policy).toContain("font-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join()).not.toContain('upgrade-insecure-requests')
  })

  test('lets an app that is open at another address show the media of PUBLIC_URL (X-91)', async () => {
    await hub.close()
    hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
    const { headers } = await hub.fastify.inject({ url: '/healthz' })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toContain("img-src 'self' data: blob: https://cam.example.org")
    expect(policy).toContain("media-src 'self' blob: https://cam.example.org")
    expect(policy).toContain("connect-src 'self' https://cam.example.org")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
  })

  test('takes the JSON header with an empty body (HUB-02)', async () => {
    const headers = { ...ann.headers, 'content-type': 'application/json' }
    for (const method of ['GET', 'POST'] as const) {
      const answer = await hub.fastify.inject({ method, url: '/v1/cameras', headers })
      expect([method, answer.statusCode]).toEqual([method, method === 'GET' ? 200 : 400])
      if (method === 'POST') expect(answer.json().message).toBe('The request needs a JSON body.')
    }
  })

  test.each([
    ['{"email":', 'application/json', 400, 'invalid-input', /JSON/],
    ['{"__proto__": {"a": 1}, "email": "a@b.c"}', 'application/json', 400, 'invalid-input'],
    ['[1]', 'application/json', 400, 'invalid-input'],
    ['email=a@b.c', 'application/x-www-form-urlencoded', 415, 'unsupported-media', /Content-Type: application\/json/],
    ['hello', 'text/plain', 415, 'unsupported-media'],
  ])('refuses the body %j as %s with %i', async (payload, type, status, code, sentence = /^.+\.$/) => {
    const headers = { 'content-type': type }
    const answer = await hub.fastify.inject({ method: 'POST', url: '/v1/auth/request-otp', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, message: expect.stringMatching(sentence) }])
  })

  test.each(['/nothing', '/v1/nothing', '/v1', '/v1/cameras/x/y', '/%zz'])('%s does not exist', async (url) => {
    const answer = await hub.fastify.inject({ url, headers: { accept: 'text/html' } })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  test('an unforeseen failure is a plain 500 that gives nothing away, but is logged', async () => {
    await hub.close()
    const clock = manualClock()
    hub = await startTestHub({ logLevel: 'error', clock })
    ann = await hub.signIn()
    clock.now = () => {
      throw new Error('telling detail')
    }
    const answer = await send(hub.fastify, ann, 'GET', '/cameras')
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { code: 'internal', message: 'Something went wrong on the hub. Try again.' },
    ])
    expect(hub.logLines.join('')).toContain('telling detail')
    clock.now = () => 0
  })

  test('slows down a client that floods the sign-in (SEC-07)', async () => {
    const flood = () => send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken: 'x' })
    const answers = await Promise.all(Array.from({ length: 320 }, flood))
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({ code: 'too-many-requests', retryAt: expect.any(String) })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).statusCode).toBe(200)
  })
})

test('logs hold no token, code, address of a link, or mail (OPS-02)', async () => {
  hub = await startTestHub({ logLevel: 'trace' })
  ann = await hub.signIn()
  await send(hub.fastify, ann, 'GET', '/cameras')
  await hub.fastify.inject({ url: '/media/x?expires=1&signature=telltale' })
  const log = hub.logLines.join('')
  expect(log).toContain('/v1/cameras')
  const code = hub.mails[0]?.text.match(/^\d{6}$/m)?.[0] ?? ''
  for (const secret of [ann.token, ann.refreshToken, 'telltale', `"${code}"`, ann.email])
    expect(log).not.toContain(secret)
})

test('a mail server that repeats the address it refuses gets it into no log, and who typed it is told (OPS-02)', async () => {
  hub = await startTestHub({ logLevel: 'trace', tier: 'TEAM' })
  ann = await hub.signIn()
  const smtp = await startSmtp()
  try {
    hub.mailer.send = smtpMailer(smtp.url, 'cam@example.org').send
    const ask = (path: string, email: string) => send(hub.fastify, ann, 'POST', path, { email })
    smtp.recipientAnswer = { status: 550, text: '5.1.1 <bob@example.org>: bob is unknown here' }
    for (const path of ['/members', '/auth/request-otp']) {
      const { statusCode, json } = await ask(path, 'bob@example.org')
      expect([statusCode, json().message]).toEqual([502, 'The mail server refused this address. Check it.'])
    }
    smtp.recipientAnswer = { status: 451, text: '4.3.0 <bob@example.org>: bob may come later' }
    expect((await ask('/members', 'bob@example.org')).json().message).toMatch(/^The mail with the invitation could not/)
    expect((await ask('/auth/request-otp', 'bob@example.org')).json().message).toMatch(
      /^The mail with the code could not/,
    )
  } finally {
    await smtp.close()
  }
  const log = hub.logLines.join('')
  expect(log).not.toContain('bob')
  expect(log).toContain('EENVELOPE RCPT TO 550 5.1.1')
})

test('logs no requests at the usual level, where a printed code must stay in sight', async () => {
  hub = await startTestHub({ logLevel: 'info' })
  ann = await hub.signIn()
  await send(hub.fastify, ann, 'GET', '/nothing')
  expect(hub.logLines).toEqual([])
})

describe('the built app', () => {
  let appDir: string
  beforeEach(async () => {
    appDir = await mkdtemp(join(tmpdir(), 'nightjar-app-'))
    await mkdir(join(appDir, 'assets'))
    await writeFile(join(appDir, 'index.html'), '<title>Nightjar</title>')
    await writeFile(join(appDir, 'assets', 'main-abc123.js'), 'export {}')
    await writeFile(join(appDir, 'service-worker.js'), 'self')
    hub = await startTestHub({ appDir })
  })
  afterEach(() => rm(appDir, { recursive: true }))

  const read = (url: string, accept = 'text/html') => hub.fastify.inject({ url, headers: { accept } })

  test.each(['/', '/index.html', '/dashboard', '/verification-code?email=a', '/no/such/page'])(
    'answers %s with the page, never from a cache',
    async (url) => {
      const answer = await read(url)
      expect([answer.statusCode, answer.body]).toEqual([200, '<title>Nightjar</title>'])
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['cross-origin-embedder-policy']).toBe('require-corp')
    },
  )

  test('serves hashed files for good', async () => {
    const answer = await read('/assets/main-abc123.js', '*/*')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toContain('javascript')
  })

  test('sends what a build has compressed to who takes it, and as it is to others (UI-05)', async () => {
    await writeFile(join(appDir, 'assets', 'main-abc123.js.gz'), gzipSync('export const compressed = true'))
    await writeFile(join(appDir, 'service-worker.js.gz'), gzipSync('self.compressed'))
    const ask = (url: string, encodings: string) =>
      hub.fastify.inject({ url, headers: { accept: '*/*', 'accept-encoding': encodings } })
    const script = await ask('/assets/main-abc123.js', 'gzip, deflate, br')
    expect(gunzipSync(script.rawPayload).toString()).toBe('export const compressed = true')
    expect(script.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const worker = await ask('/service-worker.js', 'gzip')
    expect(worker.headers['content-encoding']).toBe('gzip')
    expect(worker.headers['content-security-policy']).toContain("default-src 'none'")
    const plain = await ask('/assets/main-abc123.js', 'identity')
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['export {}', undefined])
    expect(plain.headers['etag']).not.toBe(script.headers['etag'])
    const page = await ask('/', 'gzip')
    expect([page.body, page.headers['content-encoding']]).toEqual(['<title>Nightjar</title>', undefined])
  })

  test('serves what is installed beside it as a part of the app (REL-05)', async () => {
    const modules = await mkdtemp(join(tmpdir(), 'nightjar-modules-'))
    const installed = join(modules, 'nightjar', 'dist', 'app')
    const beside = join(modules, 'nightjar-ffmpeg', 'app', 'assets')
    for (const folder of [installed, beside]) await mkdir(folder, { recursive: true })
    await writeFile(join(installed, 'index.html'), '<title>Nightjar</title>')
    await writeFile(join(beside, 'ffmpeg-core-abc123.wasm'), 'core')
    const other = await startTestHub({ appDir: installed })
    try {
      const answer = await other.fastify.inject({ url: '/assets/ffmpeg-core-abc123.wasm' })
      expect([answer.statusCode, answer.body]).toEqual([200, 'core'])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect((await other.fastify.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(200)
    } finally {
      await other.close()
      await rm(modules, { recursive: true })
    }
  })

  test('serves the worker that keeps the app anew each time, and lets it load nothing (SHELL-01)', async () => {
    const { headers } = await read('/service-worker.js', '*/*')
    expect([headers['cache-control'], headers['content-security-policy']]).toEqual([
      'no-cache',
      "default-src 'none';script-src 'self';connect-src 'self';img-src 'self'",
    ])
    expect(headers['content-type']).toContain('javascript')
  })

  test('serves nothing that lies above, below or beside what a build makes', async () => {
    await mkdir(join(appDir, '.vite'))
    await writeFile(join(appDir, '.vite', 'manifest.json'), '{}')
    await writeFile(join(appDir, 'assets', '.env'), '{}')
    const plain = ['/.vite/manifest.json', '/assets/.env', '/assets', '/assets/', '//index.html']
    const encoded = [
      '/assets%2f..%2findex.html',
      '/assets/%5c..%5cindex.html',
      '/..%2fapp%2findex.html',
      '/assets/%00.js',
      '/%',
    ]
    for (const url of [...plain, ...encoded]) {
      const answer = await read(url, '*/*')
      expect([url, [400, 404].includes(answer.statusCode)]).toEqual([url, true])
    }
  })

  test.each(['/assets/gone.js', '/v1/nothing', '/media/x', '/../package.json'])(
    'does not answer %s with the page',
    async (url) => {
      const answer = await read(url, '*/*')
      expect([answer.statusCode, answer.body.includes('<title>')]).toEqual([404, false])
    },
  )
})
