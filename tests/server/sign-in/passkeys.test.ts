import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreationOptions,
  MAX_PASSKEYS,
  type Passkey,
  type RegisteredCredential,
  type RequestOptions,
  type SignedCredential,
} from '../../../src/contract/sign-in/passkeys'
import type { SignedInDevice } from '../../../src/contract/sign-in/sessions'
import { SoftwareAuthenticator } from '../../support/software-authenticator'
import { type Caller, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE_MS = 60_000
const HERE = 'http://localhost'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM', environment: { PUBLIC_URL: 'https://cam.example.org' } })
})
afterAll(() => hub.close())

let people = 0
let email: string
let ann: SignedInUser
beforeEach(async () => {
  // Limits of one client are those of an hour.
  hub.clock.advance(60 * MINUTE_MS)
  people += 1
  email = `ann${people}@example.org`
  ann = await hub.signIn(email)
})

interface Page {
  readonly origin: string
  readonly host?: string
}

/** As a page of an origin asks. */
function ask(user: Caller | null, path: string, body: object | null, { origin, host }: Page = { origin: HERE }) {
  const headers = { ...user?.headers, origin, host: host ?? new URL(origin).host }
  return hub.fastify.inject({ method: 'POST', url: `/v1/passkeys${path}`, headers, ...(body && { payload: body }) })
}

async function creationOptions(user: SignedInUser = ann, page?: Page): Promise<CreationOptions> {
  return (await ask(user, '/registration/options', null, page)).json()
}
async function register(authenticator: SoftwareAuthenticator, name = 'Laptop', page?: Page): Promise<Passkey> {
  const credential = authenticator.create(await creationOptions(ann, page))
  const answer = await ask(ann, '/registration', { name, credential }, page)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return answer.json()
}
async function requestOptions(page?: Page): Promise<RequestOptions> {
  return (await ask(null, '/sign-in/options', null, page)).json()
}
async function signIn(authenticator: SoftwareAuthenticator, page?: Page) {
  return ask(null, '/sign-in', { credential: authenticator.get(await requestOptions(page)) }, page)
}
const list = async (user: Caller = ann) => (await send(hub.fastify, user, 'GET', '/passkeys')).json<Passkey[]>()
const laptop = () => new SoftwareAuthenticator({ origin: HERE })
const refused = (sentence: string) => [401, { code: 'passkey-refused', message: sentence }]
const TOO_LATE = 'This took longer than 5 minutes, or was sent before. Try again.'
const UNCHECKED = 'The passkey could not be checked. Try again, or sign in by a code.'

test('who is signed in makes a passkey, and signs in by it without a mail (PASS-01, PASS-04)', async () => {
  const authenticator = laptop()
  const made = await register(authenticator, '  Laptop ')
  const createdAt = new Date(hub.clock.now()).toISOString()
  const kept = { id: made.id, name: 'Laptop', createdAt, lastUsedAt: null, host: 'localhost', doubtedAt: null }
  expect(await list()).toEqual([kept])
  const mails = hub.mails.length
  hub.clock.advance(MINUTE_MS)
  const answer = await signIn(authenticator)
  expect([answer.statusCode, answer.json().workspaceId]).toEqual([200, ann.workspaceId])
  expect(hub.mails.length).toBe(mails)
  const signedIn = { headers: { authorization: `Bearer ${answer.json().token}` } }
  expect(await list(signedIn)).toEqual([{ ...kept, lastUsedAt: new Date(hub.clock.now()).toISOString() }])
  const devices = (await send(hub.fastify, signedIn, 'GET', '/sessions')).json<SignedInDevice[]>()
  expect(devices.map(({ startedBy }) => startedBy)).toEqual(['passkey', 'code'])
})

test('a mail tells the person of a new passkey, with name, host, time and device, and nobody else (PASS-14)', async () => {
  const before = hub.mails.length
  await register(laptop(), 'Kitchen')
  const mails = hub.mails.slice(before)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'A passkey was added to your Nightjar account'],
  ])
  const time = new Date(hub.clock.now()).toISOString().slice(0, 16).replace('T', ' ')
  expect(mails[0]?.text.split('\n').slice(2, 5)).toEqual([
    'Name: Kitchen',
    'For: localhost',
    expect.stringContaining(`Added: ${time} UTC, by `),
  ])
  expect(mails[0]?.text).toContain('https://cam.example.org/billing')
  const credential = laptop().create({ ...(await creationOptions()), challenge: 'b3RoZXI' })
  const refusal = await ask(ann, '/registration', { name: 'Other', credential })
  expect([refusal.statusCode >= 400, hub.mails.length]).toEqual([true, before + 1])
})

test.each([
  [{}, 'http://localhost:8080/billing'],
  [{ LAN: '1', LAN_ADDRESSES: '192.0.2.7' }, 'https://192.0.2.7:8443/billing'],
])(
  'its link leads to the hub, wherever who added the passkey says that it is: %j (PASS-14)',
  async (environment, link) => {
    const other = await startTestHub({ environment })
    try {
      const thief = await other.signIn()
      const page = { origin: 'https://evil.example' }
      const headers = { ...thief.headers, ...page, host: 'evil.example' }
      const post = (url: string, payload?: object) =>
        other.fastify.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
      const options = (await post('/v1/passkeys/registration/options')).json<CreationOptions>()
      const credential = new SoftwareAuthenticator(page).create(options)
      expect((await post('/v1/passkeys/registration', { name: 'Mine', credential })).statusCode).toBe(201)
      const text = other.mails.at(-1)?.text
      expect([text?.includes('//evil.example'), text]).toEqual([false, expect.stringContaining(`sign in at ${link},`)])
    } finally {
      await other.close()
    }
  },
)

test('a passkey holds also where the mail that tells of it cannot be sent (PASS-14)', async () => {
  hub.mailer.isFailing = true
  const authenticator = laptop()
  await register(authenticator)
  hub.mailer.isFailing = false
  expect((await signIn(authenticator)).statusCode).toBe(200)
})

test('who is invited and signs in by a passkey joins as by a code, and is told by a mail (HUB-20, PASS-04)', async () => {
  const authenticator = laptop()
  await register(authenticator)
  const owner = await hub.signIn(`owner-of-${email}`)
  expect((await send(hub.fastify, owner, 'POST', '/members', { email })).statusCode).toBe(201)
  const before = hub.mails.length
  expect((await signIn(authenticator)).json().workspaceId).toBe(owner.workspaceId)
  const mails = hub.mails.slice(before)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'You have joined a Nightjar workspace']])
  expect(mails[0]?.text).toContain(`the Nightjar workspace of ${owner.email}`)
})

test('the browser is asked for one that is found without a name, for the host name of the page (PASS-02)', async () => {
  const options = await creationOptions()
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Nightjar' },
    user: { name: email, displayName: email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: [],
    timeout: 5 * MINUTE_MS,
  })
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain('ann')
  expect(await requestOptions()).toEqual({
    challenge: expect.any(String),
    rpId: 'localhost',
    timeout: 5 * MINUTE_MS,
    userVerification: 'preferred',
  })
})

test('a device that has one is named, so that the browser makes no second (PASS-02)', async () => {
  const authenticator = laptop()
  await register(authenticator)
  const { excludeCredentials } = await creationOptions()
  const { id } = authenticator.get(await requestOptions())
  expect(excludeCredentials).toEqual([{ type: 'public-key', id, transports: ['internal'] }])
})

describe('the host name (PASS-03)', () => {
  const cam: Page = { origin: 'https://cam.example.org', host: '127.0.0.1:8080' }

  test('is that of PUBLIC_URL behind a proxy, and a passkey is good for its own name alone', async () => {
    const authenticator = new SoftwareAuthenticator(cam)
    expect((await register(authenticator, 'Phone', cam)).host).toBe('cam.example.org')
    expect((await signIn(authenticator, cam)).statusCode).toBe(200)
    const credential = { ...authenticator.get(await requestOptions(cam)) }
    const elsewhere = await ask(null, '/sign-in', { credential })
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual(
      refused('This hub does not know this passkey any more. Sign in by a code.'),
    )
  })

  test('of somebody else’s page is refused', async () => {
    const foreign: Page = { origin: 'https://cam.example.com', host: 'localhost' }
    for (const path of ['/registration/options', '/sign-in/options']) {
      const answer = await ask(ann, path, null, foreign)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign-origin'])
    }
  })

  test.each(['http://192.168.1.5:8080', 'https://[2001:db8::1]:8443'])(
    'is no address of numbers: %s',
    async (origin) => {
      const answer = await ask(ann, '/registration/options', null, { origin })
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        {
          code: 'no-passkeys-here',
          message: 'Passkeys need an address with a name, such as localhost or cam.example.org. Open the hub by one.',
        },
      ])
    },
  )
})

describe('what is signed (PASS-05)', () => {
  test('is good once', async () => {
    const authenticator = laptop()
    await register(authenticator)
    const credential = authenticator.get(await requestOptions())
    const answers = [await ask(null, '/sign-in', { credential }), await ask(null, '/sign-in', { credential })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401])
    expect(answers[1]?.json().message).toBe(TOO_LATE)
  })

  test('is good for 5 minutes', async () => {
    const authenticator = laptop()
    const options = await creationOptions()
    hub.clock.advance(5 * MINUTE_MS)
    const late = await ask(ann, '/registration', { name: 'Laptop', credential: authenticator.create(options) })
    expect([late.statusCode, late.json()]).toEqual([422, { code: 'invalid-input', message: TOO_LATE }])
    await register(authenticator)
    const request = await requestOptions()
    hub.clock.advance(5 * MINUTE_MS)
    const answer = await ask(null, '/sign-in', { credential: authenticator.get(request) })
    expect([answer.statusCode, answer.json()]).toEqual(refused(TOO_LATE))
  })

  test('is no challenge of a clock that was ahead', async () => {
    const authenticator = laptop()
    await register(authenticator)
    hub.clock.advance(24 * 60 * MINUTE_MS)
    const request = await requestOptions()
    hub.clock.advance(-24 * 60 * MINUTE_MS)
    const answer = await ask(null, '/sign-in', { credential: authenticator.get(request) })
    expect([answer.statusCode, answer.json()]).toEqual(refused(TOO_LATE))
  })

  test('is the hub’s own challenge, for this person and this purpose', async () => {
    const authenticator = laptop()
    const bob = await hub.signIn(`bob${people}@example.org`)
    const wrong: CreationOptions[] = [
      { ...(await creationOptions()), challenge: 'AAAA' },
      await creationOptions(bob),
      { ...(await creationOptions()), challenge: (await requestOptions()).challenge },
    ]
    for (const options of wrong) {
      const answer = await ask(ann, '/registration', { name: 'Laptop', credential: authenticator.create(options) })
      expect([answer.statusCode, answer.json().message]).toEqual([422, TOO_LATE])
    }
    await register(authenticator)
    const { challenge } = await creationOptions()
    const forged = authenticator.get({ ...(await requestOptions()), challenge })
    const answer = await ask(null, '/sign-in', { credential: forged })
    expect([answer.statusCode, answer.json()]).toEqual(refused(TOO_LATE))
  })

  test('is signed by the passkey itself', async () => {
    const authenticator = laptop()
    await register(authenticator)
    const tamper = async (change: (credential: SignedCredential) => SignedCredential) => {
      const credential = change(authenticator.get(await requestOptions()))
      const answer = await ask(null, '/sign-in', { credential })
      return [answer.statusCode, answer.json()]
    }
    const other = laptop()
    other.create(await creationOptions())
    const stolen = other.get(await requestOptions()).response.signature
    const swapped = await tamper(({ response, ...rest }) => ({ ...rest, response: { ...response, signature: stolen } }))
    expect(swapped).toEqual(refused(UNCHECKED))
    const unread = await tamper(({ response, ...rest }) => ({
      ...rest,
      response: { ...response, authenticatorData: 'AAAA' },
    }))
    expect(unread).toEqual(refused(UNCHECKED))
  })

  test('names the origin of the page: what another page had signed is refused', async () => {
    const phisher = new SoftwareAuthenticator({ origin: 'http://localhost:9999' })
    const credential = phisher.create(await creationOptions())
    const answer = await ask(ann, '/registration', { name: 'Laptop', credential })
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'The passkey could not be checked. Try again.'])
    expect(await list()).toEqual([])
  })

  test('by a passkey that nobody knows, or that was made for somebody else, signs nobody in', async () => {
    const stranger = laptop()
    stranger.create(await creationOptions())
    const unknown = await signIn(stranger)
    const sentence = 'This hub does not know this passkey any more. Sign in by a code.'
    expect([unknown.statusCode, unknown.json()]).toEqual(refused(sentence))
    const authenticator = laptop()
    await register(authenticator)
    const credential = authenticator.get(await requestOptions())
    const handed = { ...credential, response: { ...credential.response, userHandle: 'c29tZWJvZHktZWxzZQ' } }
    const answer = await ask(null, '/sign-in', { credential: handed })
    expect([answer.statusCode, answer.json()]).toEqual(refused(sentence))
  })

  test.each([
    ['no object', 'hello'],
    ['nothing in it', {}],
    ['another type', { id: 'AAAA', rawId: 'AAAA', type: 'password', response: {} }],
    ['no base64url', { id: '../..', rawId: 'AAAA', type: 'public-key', response: {} }],
    ['too long', { id: 'A'.repeat(2_000), rawId: 'AAAA', type: 'public-key', response: {} }],
  ])('that is no answer of a passkey is refused with a sentence: %s', async (_what, credential) => {
    const answer = await ask(null, '/sign-in', { credential })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    expect(answer.json().message).toContain('This is no answer of a passkey. Try again.')
  })
})

describe('the counter of a passkey (PASS-06)', () => {
  test('that goes back is refused, and the list tells when', async () => {
    const authenticator = laptop()
    await register(authenticator)
    const copy = authenticator.copy()
    expect((await signIn(authenticator)).statusCode).toBe(200)
    expect((await signIn(authenticator)).statusCode).toBe(200)
    hub.clock.advance(MINUTE_MS)
    const answer = await signIn(copy)
    expect([answer.statusCode, answer.json()]).toEqual(
      refused(
        'This passkey signed out of turn, as a copy of it would. Sign in by a code, and remove it under Billing.',
      ),
    )
    expect((await list()).map(({ doubtedAt }) => doubtedAt)).toEqual([new Date(hub.clock.now()).toISOString()])
    expect((await signIn(authenticator)).statusCode).toBe(200)
  })

  test('may stand at 0 for ever, as that of synced ones does', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: HERE, isCounting: false })
    await register(authenticator)
    for (let round = 0; round < 2; round++) expect((await signIn(authenticator)).statusCode).toBe(200)
    expect((await list()).map(({ doubtedAt }) => doubtedAt)).toEqual([null])
  })

  test('lets one of two uses at once pass', async () => {
    const authenticator = laptop()
    await register(authenticator)
    const copy = authenticator.copy()
    const answers = await Promise.all([signIn(authenticator), signIn(copy)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })
})

describe('the passkeys of a person (PASS-07)', () => {
  const change = (user: Caller, id: string, name: string) =>
    send(hub.fastify, user, 'PATCH', `/passkeys/${id}`, { name })
  const remove = (user: Caller, id: string) => send(hub.fastify, user, 'DELETE', `/passkeys/${id}`)

  test('are several, oldest first, renamed and removed; a removed one signs in no more', async () => {
    const [first, second] = [laptop(), laptop()]
    const { id } = await register(first, 'Laptop')
    hub.clock.advance(1_000)
    await register(second, 'Key')
    expect((await change(ann, id, ' Old laptop ')).json()).toMatchObject({ id, name: 'Old laptop' })
    expect((await list()).map(({ name }) => name)).toEqual(['Old laptop', 'Key'])
    expect((await remove(ann, id)).statusCode).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual(['Key'])
    expect((await signIn(first)).statusCode).toBe(401)
    expect((await signIn(second)).statusCode).toBe(200)
  })

  test('are their own alone, also for the owner of the workspace', async () => {
    const { id } = await register(laptop())
    const bob = await hub.signIn(`bob${people}@example.org`)
    expect(await list(bob)).toEqual([])
    for (const answer of [await change(bob, id, 'Mine'), await remove(bob, id)]) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'There is no such passkey.'])
    }
    expect((await list()).map(({ name }) => name)).toEqual(['Laptop'])
  })

  test.each(['', '   ', 'x'.repeat(101), 'two\nlines'])('have a name of a line: %j is refused', async (name) => {
    const { id } = await register(laptop())
    const answer = await change(ann, id, name)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
  })

  test('are 20 at most, also where two are made at once', async () => {
    const made: RegisteredCredential[] = []
    for (let count = 0; count < MAX_PASSKEYS + 1; count++) made.push(laptop().create(await creationOptions()))
    const answers = await Promise.all(made.map((credential) => ask(ann, '/registration', { name: 'Key', credential })))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MAX_PASSKEYS)
    const [full] = answers.filter(({ statusCode }) => statusCode !== 201)
    expect([full?.statusCode, full?.json()]).toEqual([
      409,
      { code: 'passkey-limit', message: 'A person has at most 20 passkeys. Remove one that you use no more.' },
    ])
    expect((await ask(ann, '/registration/options', null)).json().code).toBe('passkey-limit')
  })

  test('go with the person when the workspace of theirs is deleted', async () => {
    const authenticator = laptop()
    await register(authenticator)
    const gone = await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email })
    expect(gone.statusCode).toBe(200)
    expect((await signIn(authenticator)).statusCode).toBe(401)
  })
})

test('one client has 600 wrong tries an hour; right ones do not count (PASS-08)', async () => {
  const authenticator = laptop()
  await register(authenticator)
  const stranger = laptop()
  stranger.create(await creationOptions())
  const credential = stranger.get(await requestOptions())
  const tryWrong = () =>
    hub.fastify.inject({
      method: 'POST',
      url: '/v1/passkeys/sign-in',
      payload: { credential },
      headers: { origin: HERE, host: 'localhost' },
      remoteAddress: '192.0.2.9',
    })
  await tryWrong()
  // As many as 599 leave, without their signatures.
  const db = await openHubDatabase(hub)
  await db.updateTable('attempt_counts').set({ attempts: 599 }).where('kind', '=', 'wrong-passkeys').execute()
  await db.destroy()
  await tryWrong()
  const from = async (remoteAddress: string) => {
    const payload = { credential: authenticator.get(await requestOptions()) }
    const headers = { origin: HERE, host: 'localhost' }
    return (await hub.fastify.inject({ method: 'POST', url: '/v1/passkeys/sign-in', payload, headers, remoteAddress }))
      .statusCode
  }
  expect([await from('192.0.2.9'), await from('192.0.2.10')]).toEqual([429, 200])
})

describe('without a mail server (PASS-09)', () => {
  const mailTo = (address: string) => hub.mails.findLast(({ to }) => to === address)?.text ?? ''
  const askForCode = (address: string) => send(hub.fastify, null, 'POST', '/auth/request-otp', { email: address })

  test('codes of somebody who has a passkey are printed no more; the answer to the browser is the same', async () => {
    const { id } = await register(laptop())
    hub.clock.advance(MINUTE_MS)
    const answer = await askForCode(email)
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['isNewUser', 'retryAt']])
    expect(mailTo(email)).toMatch(/not printed, as this address has a passkey/)
    expect(mailTo(email)).not.toMatch(/\d{6}/)
    await send(hub.fastify, ann, 'DELETE', `/passkeys/${id}`)
    hub.clock.advance(MINUTE_MS)
    await askForCode(email)
    expect(mailTo(email)).toMatch(/^\d{6}$/m)
  })

  test('a hub that is started with TERMINAL_CODES=1 prints them: whoever lost the passkey gets back in', async () => {
    const open = await startTestHub({ environment: { TERMINAL_CODES: '1' } })
    try {
      const user = await open.signIn(email)
      const headers = { ...user.headers, origin: HERE, host: 'localhost' }
      const inject = (path: string, payload?: object) =>
        open.fastify.inject({ method: 'POST', url: `/v1/passkeys${path}`, headers, ...(payload && { payload }) })
      const options = (await inject('/registration/options')).json<CreationOptions>()
      const made = await inject('/registration', { name: 'Laptop', credential: laptop().create(options) })
      expect(made.statusCode).toBe(201)
      open.clock.advance(MINUTE_MS)
      expect((await open.signIn(email)).workspaceId).toBe(user.workspaceId)
    } finally {
      await open.close()
    }
  })

  test('where there is one, codes are mailed to everybody', async () => {
    const mailing = await startTestHub({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    try {
      const user = await mailing.signIn(email)
      const headers = { ...user.headers, origin: HERE, host: 'localhost' }
      const inject = (path: string, payload?: object) =>
        mailing.fastify.inject({ method: 'POST', url: `/v1/passkeys${path}`, headers, ...(payload && { payload }) })
      const options = (await inject('/registration/options')).json<CreationOptions>()
      await inject('/registration', { name: 'Laptop', credential: laptop().create(options) })
      mailing.clock.advance(MINUTE_MS)
      expect((await mailing.signIn(email)).workspaceId).toBe(user.workspaceId)
    } finally {
      await mailing.close()
    }
  })
})
