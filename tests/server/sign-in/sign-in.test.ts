import { afterEach, beforeEach, expect, test } from 'vitest'
import { send } from '../support/calls'
import { storedText } from '../support/database'
import { codeIn, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub()
})
afterEach(() => hub.close())

const email = 'ann@example.org'
const requestCode = (address = email) => send(hub.fastify, null, 'POST', '/auth/request-otp', { email: address })
const verify = (otp: string, address = email) =>
  send(hub.fastify, null, 'POST', '/auth/verify-otp', { email: address, otp })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('mails a code and says when to ask again, alike for known and unknown addresses (API-04, HUB-06)', async () => {
  const first = await requestCode()
  expect([first.statusCode, first.json()]).toEqual([200, { isNewUser: false, retryAt: '2026-03-10T12:01:00.000Z' }])
  await verify(codeIn(hub.mails, email))
  const again = await requestCode()
  expect([again.statusCode, again.json()]).toEqual([200, { isNewUser: false, retryAt: '2026-03-10T12:01:00.000Z' }])
})

test('puts the six digits alone on a line of the mail, and nowhere else (ENV-08)', async () => {
  await requestCode()
  const [mail] = hub.mails
  expect(mail?.to).toBe(email)
  expect(mail?.text.split('\n').filter((line) => /\d{6}/.test(line))).toEqual([codeIn(hub.mails, email)])
  expect(mail?.subject).not.toMatch(/\d{6}/)
})

test('reads an address whatever its case and the blanks around it (AUTH-23)', async () => {
  await requestCode('  Ann@Example.ORG ')
  expect(hub.mails[0]?.to).toBe(email)
  expect((await verify(codeIn(hub.mails, email), 'ANN@example.org')).statusCode).toBe(200)
})

test.each([
  [{ email: 'ann' }, 'email: This is not an e-mail address.'],
  [{}, 'email: Give an e-mail address.'],
  [{ email: 7 }, 'email: Give an e-mail address.'],
])('refuses %j with a sentence that names the field (AUTH-23)', async (body, message) => {
  const answer = await send(hub.fastify, null, 'POST', '/auth/request-otp', body)
  expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', message }])
  expect(hub.mails).toHaveLength(0)
})

test('signs in with the code: tokens, a workspace, and the e-mail in the access token (API-05)', async () => {
  await requestCode()
  const answer = await verify(codeIn(hub.mails, email))
  expect(answer.statusCode).toBe(200)
  const signedIn = answer.json<{ token: string; refreshToken: string; workspaceId: string }>()
  expect(Object.keys(signedIn).sort()).toEqual(['refreshToken', 'token', 'workspaceId'])
  const payload = JSON.parse(Buffer.from(signedIn.token.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toMatchObject({ email, workspaceId: signedIn.workspaceId })
  expect(payload.exp - payload.iat).toBe(900)
})

test('gives the same person the same workspace at every sign-in, and others their own', async () => {
  const first = await hub.signIn(email)
  const second = await hub.signIn(email)
  const other = await hub.signIn('bob@example.org')
  expect(second.workspaceId).toBe(first.workspaceId)
  expect(other.workspaceId).not.toBe(first.workspaceId)
})

test('refuses a second code within a minute and says how long to wait (HUB-04)', async () => {
  await requestCode()
  hub.clock.advance(15_000)
  const answer = await requestCode()
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('45')
  expect(answer.json()).toEqual({
    code: 'code-already-sent',
    message: 'A code is already on its way. A new one can be asked for in 45 s.',
    retryAt: '2026-03-10T12:01:00.000Z',
  })
  expect(hub.mails).toHaveLength(1)
  hub.clock.advance(45_000)
  expect((await requestCode()).statusCode).toBe(200)
})

test('lets one of many requests at the same moment send a code', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => requestCode()))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(9)
  expect(hub.mails).toHaveLength(1)
})

test('a new code ends the old one', async () => {
  await requestCode()
  const old = codeIn(hub.mails, email)
  hub.clock.advance(60_000)
  await requestCode()
  const fresh = codeIn(hub.mails, email)
  if (old !== fresh) expect((await verify(old)).statusCode).toBe(401)
  expect((await verify(fresh)).statusCode).toBe(200)
})

test('a code is good until ten minutes have passed, not longer (AUTH-49)', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  hub.clock.advance(10 * 60_000)
  const late = await verify(code)
  expect([late.statusCode, late.json().code]).toEqual([401, 'code-wrong'])
  await requestCode()
  hub.clock.advance(10 * 60_000 - 1)
  expect((await verify(codeIn(hub.mails, email))).statusCode).toBe(200)
})

test('five wrong tries end a code, and the right one comes too late (HUB-04)', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  for (let tries = 0; tries < 5; tries++) expect((await verify(wrong(code))).statusCode).toBe(401)
  expect((await verify(code)).statusCode).toBe(401)
  // The wait holds here too: or whoever guesses could use up the address's codes of an hour in a moment. No code is on its
  // way that could still be entered.
  hub.clock.advance(20_000)
  const early = await requestCode()
  expect([early.statusCode, early.json()]).toEqual([
    429,
    {
      code: 'too-many-requests',
      message: 'Too many requests. Try again in 40 s.',
      retryAt: '2026-03-10T12:01:00.000Z',
    },
  ])
  expect([early.headers['retry-after'], hub.mails.length]).toEqual(['40', 1])
  hub.clock.advance(40_000)
  expect((await requestCode()).statusCode).toBe(200)
  expect((await verify(codeIn(hub.mails, email))).statusCode).toBe(200)
})

test('the right code passes after four wrong tries', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  for (let tries = 0; tries < 4; tries++) await verify(wrong(code))
  expect((await verify(code)).statusCode).toBe(200)
})

test('guesses at the same moment get no more tries than guesses in a row', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  await Promise.all(Array.from({ length: 30 }, () => verify(wrong(code))))
  expect((await verify(code)).statusCode).toBe(401)
})

test('accepts a code once, also when twenty tabs send it together (HUB-04)', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(19)
  expect((await verify(code)).statusCode).toBe(401)
})

test('wrong, used and never sent codes are refused with one same answer', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  const answers = [await verify(wrong(code))]
  await verify(code)
  answers.push(await verify(code), await verify('123456', 'nobody@example.org'))
  const bodies = answers.map((answer) => `${answer.statusCode} ${answer.body}`)
  expect(new Set(bodies).size).toBe(1)
  expect(answers[0]?.json().message).toMatch(/ask for a new code/)
})

test.each(['12345', '1234567', 'abcdef', ' 123456', ''])('refuses the code %j as input (AUTH-42)', async (otp) => {
  const answer = await verify(otp)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
})

test('sends at most ten codes an hour to one address (HUB-05)', async () => {
  for (let sent = 0; sent < 10; sent++) {
    expect((await requestCode()).statusCode).toBe(200)
    hub.clock.advance(61_000)
  }
  const answer = await requestCode()
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'too-many-requests'])
  expect(Number(answer.headers['retry-after'])).toBe(3600 - 610)
  expect(answer.json().retryAt).toBe('2026-03-10T13:00:00.000Z')
  expect((await requestCode('bob@example.org')).statusCode).toBe(200)
  hub.clock.advance((3600 - 610) * 1000)
  expect((await requestCode()).statusCode).toBe(200)
})

test('a mail that cannot be sent is said so, and the user may ask again at once', async () => {
  hub.mailer.isFailing = true
  const failed = await requestCode()
  expect([failed.statusCode, failed.json().code]).toEqual([502, 'mail-failed'])
  hub.mailer.isFailing = false
  expect((await requestCode()).statusCode).toBe(200)
  expect((await verify(codeIn(hub.mails, email))).statusCode).toBe(200)
})

test('where another code cannot be mailed the one that was sent before is still good, with the tries it had left (HUB-04)', async () => {
  await requestCode()
  const code = codeIn(hub.mails, email)
  for (let tries = 0; tries < 4; tries++) await verify(wrong(code))
  hub.clock.advance(60_000)
  hub.mailer.isFailing = true
  expect((await requestCode()).statusCode).toBe(502)
  hub.mailer.isFailing = false
  expect((await verify(code)).statusCode).toBe(200)
  expect((await requestCode()).statusCode).toBe(200)
  const second = codeIn(hub.mails, email)
  for (let tries = 0; tries < 5; tries++) await verify(wrong(second))
  hub.clock.advance(60_000)
  hub.mailer.isFailing = true
  expect((await requestCode()).statusCode).toBe(502)
  expect((await verify(second)).json().code).toBe('code-wrong')
})

test('a mail that fails late takes nothing back from the code that was sent meanwhile', async () => {
  await requestCode()
  hub.clock.advance(60_000)
  const { send: sendMail } = hub.mailer
  const failures: ((problem: Error) => void)[] = []
  hub.mailer.send = () => new Promise((_sent, fail) => failures.push(fail))
  const late = requestCode()
  await expect.poll(() => failures).toHaveLength(1)
  hub.mailer.send = sendMail
  hub.clock.advance(60_000)
  expect((await requestCode()).statusCode).toBe(200)
  failures[0]?.(new Error('the mail server is away'))
  expect((await late).statusCode).toBe(502)
  expect((await verify(codeIn(hub.mails, email))).statusCode).toBe(200)
})

test('stores no code in the clear', async () => {
  await requestCode()
  const stored = await storedText(hub.dataDir)
  expect(stored).toContain(email)
  expect(stored).not.toContain(codeIn(hub.mails, email))
})

test('first sign-ins of one address side by side make one account with one workspace (HUB-09)', async () => {
  const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
  const post = (path: string, payload: object, remoteAddress: string) =>
    hub.fastify.inject({ method: 'POST', url: `/v1/auth/${path}`, payload, remoteAddress })
  const codes: string[] = []
  for (const client of clients) {
    await post('request-otp', { email }, client)
    codes.push(codeIn(hub.mails, email))
  }
  const answers = await Promise.all(
    clients.map((client, index) => post('verify-otp', { email, otp: codes[index] }, client)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(clients.map(() => 200))
  expect(new Set(answers.map((answer) => answer.json().workspaceId)).size).toBe(1)
})
