import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alertAtom } from '../../../src/state/alert'
import { passkeyPhaseAtom, signInByPasskeyAtom } from '../../../src/state/sign-in/passkey-sign-in'
import { makePasskeyAtom } from '../../../src/state/sign-in/passkeys'
import { resendCodeAtom } from '../../../src/state/sign-in/resend-countdown'
import { sessionAtom, signOutAtom } from '../../../src/state/sign-in/session'
import {
  isSignedInByCodeAtom,
  requestCodeAtom,
  requestCodePhaseAtom,
  verifyCodeAtom,
  verifyPhaseAtom,
} from '../../../src/state/sign-in/sign-in'
import { codeIn } from '../../server/support/hub'
import { startApp, type TestApp } from '../../support/app'
import { fakePasskeys } from '../../support/browser/fake-passkeys'
import { answers, answers500, only, type Scenario, slow, withoutExtensions } from '../../support/scenarios'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'
const never = new AbortController().signal

let app: TestApp
beforeEach(async () => {
  app = await startApp({ services: { passkeys: fakePasskeys() } })
})
afterEach(() => app.close())

/** What shows of an answer. */
const effects = () => ({
  went: app.navigations.map(({ path }) => path),
  toasts: [...app.toasts],
  alert: app.store.get(alertAtom),
  session: app.services.session.read(),
})
/** Somebody does something, and Bob is signed in by another way before the answer of its call is here. */
async function overtaken(call: string, act: () => Promise<unknown>, scenario?: Scenario) {
  const line = slow()
  if (scenario) app.backend.play(only(call, scenario))
  app.backend.play(only(call, line.scenario))
  const acted = act()
  await line.arrived()
  await app.signIn(BOB)
  app.navigations.length = 0
  const before = effects()
  line.letGo()
  await acted
  await app.settle()
  expect(effects()).toEqual(before)
}
/** Keeps the refresh token that a call answers with. */
function watchToken(call: string) {
  const watched = { token: '' }
  const watch: Scenario = async (request, next) => {
    const answer = await next(request)
    watched.token = (await answer.clone().json()).refreshToken
    return answer
  }
  app.backend.play(only(call, watch))
  return watched
}
const refresh = async ({ token }: { readonly token: string }) => {
  const payload = { refreshToken: token }
  return (await app.backend.hub.fastify.inject({ method: 'POST', url: '/v1/auth/refresh', payload })).statusCode
}
const code = () => codeIn(app.backend.hub.mails, ANN)
const verify = () => app.store.set(verifyCodeAtom, ANN, code())

const ASK = 'POST /auth/request-otp'
const VERIFY = 'POST /auth/verify-otp'
const PASSKEY = 'POST /passkeys/sign-in'

describe('an answer that comes when somebody is signed in by then changes nothing (AUTH-22)', () => {
  test.each<[string, Scenario | undefined]>([
    ['was sent', undefined],
    ['could not be asked for', answers500],
  ])('a code that %s', async (_name, scenario) => {
    await overtaken(ASK, () => app.store.set(requestCodeAtom, ANN), scenario)
    expect(app.store.get(requestCodePhaseAtom)).toBe('idle')
  })

  test('a code that was sent moments ago', async () => {
    await app.store.set(requestCodeAtom, ANN)
    await overtaken(ASK, () => app.store.set(requestCodeAtom, ANN))
  })

  test.each<[string, Scenario | undefined]>([
    ['was sent', undefined],
    ['could not be asked for', answers500],
  ])('another code that %s', async (_name, scenario) => {
    await overtaken(ASK, () => app.store.set(resendCodeAtom, ANN), scenario)
  })

  test('a right code, whose session on the hub ends', async () => {
    await app.store.set(requestCodeAtom, ANN)
    const begun = watchToken(VERIFY)
    await overtaken(VERIFY, verify)
    expect(app.store.get(isSignedInByCodeAtom)).toBe(false)
    expect(await refresh(begun)).toBe(401)
    expect(await refresh({ token: app.storage.getItem('refreshToken') ?? '' })).toBe(200)
  })

  test('a code that was refused', async () => {
    await app.store.set(requestCodeAtom, ANN)
    await overtaken(VERIFY, async () => expect(await verify()).toBe(false), answers(400))
    expect(app.store.get(verifyPhaseAtom)).toBe('idle')
  })

  describe('a passkey', () => {
    beforeEach(async () => {
      await app.store.set(requestCodeAtom, ANN)
      await verify()
      await app.store.set(makePasskeyAtom, never)
      app.store.set(signOutAtom)
      await app.settle()
    })

    test('that was taken, whose session on the hub ends', async () => {
      const begun = watchToken(PASSKEY)
      await overtaken(PASSKEY, () => app.store.set(signInByPasskeyAtom, never))
      expect(await refresh(begun)).toBe(401)
    })

    test('that was refused', async () => {
      await overtaken(PASSKEY, () => app.store.set(signInByPasskeyAtom, never), answers500)
      expect(app.store.get(passkeyPhaseAtom)).toBe('idle')
    })
  })
})

test('whoever was signed in before and signs out meanwhile keeps nobody out (X-72)', async () => {
  await app.signIn(BOB)
  await app.store.set(requestCodeAtom, ANN)
  const line = slow()
  app.backend.play(only(VERIFY, line.scenario))
  const verified = verify()
  await line.arrived()
  app.services.session.clear()
  line.letGo()
  await verified
  expect(app.store.get(sessionAtom)).toMatchObject({ email: ANN })
})

test('a provider that ends no sessions is not asked to (AUTH-22, EXT-02)', async () => {
  app.backend.play(withoutExtensions)
  await app.store.set(requestCodeAtom, ANN)
  await overtaken(VERIFY, verify)
  expect(app.backend.sentTo('POST /auth/sign-out')).toEqual([])
})
