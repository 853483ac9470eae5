import { afterEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { alertAtom } from '../../../src/state/alert'
import { extensionsAtom, noteExtensionsAtom } from '../../../src/state/http/extensions'
import {
  declineOfferAtom,
  isPasskeyOfferedAtom,
  prepareOfferAtom,
  putOfferOffAtom,
  rememberOfferAtom,
} from '../../../src/state/sign-in/passkey-offer'
import {
  canSignInByPasskeyAtom,
  fillPasskeyAtom,
  learnOfferAtom,
  passkeyPhaseAtom,
  signInByPasskeyAtom,
} from '../../../src/state/sign-in/passkey-sign-in'
import { makePasskeyAtom, passkeysQueryAtom, removePasskeyAtom } from '../../../src/state/sign-in/passkeys'
import { sessionAtom, signOutAtom } from '../../../src/state/sign-in/session'
import { requestCodeAtom, verifyCodeAtom } from '../../../src/state/sign-in/sign-in'
import { codeIn } from '../../server/support/hub'
import { type AppOptions, startApp, type TestApp } from '../../support/app'
import { type FakePasskeys, fakePasskeys } from '../../support/browser/fake-passkeys'
import { answers, offline, only, withoutExtensions } from '../../support/scenarios'

const EMAIL = 'ann@example.org'
const never = new AbortController().signal

let app: TestApp
let passkeys: FakePasskeys
afterEach(() => app.close())

async function start(services: AppOptions['services'] = {}): Promise<void> {
  passkeys = fakePasskeys()
  app = await startApp({ services: { passkeys, ...services } })
}
/** As a person does: address, mail, code. */
async function signInByCode(): Promise<void> {
  await app.store.set(requestCodeAtom, EMAIL)
  await app.store.set(verifyCodeAtom, EMAIL, codeIn(app.backend.hub.mails, EMAIL))
}
const make = () => app.store.set(makePasskeyAtom, never)
const signIn = () => app.store.set(signInByPasskeyAtom, never)
const phase = () => app.store.get(sessionAtom).phase
async function signOut(): Promise<void> {
  app.store.set(signOutAtom)
  await app.settle()
  app.navigations.length = 0
}
const texts = () => app.toasts.map(({ text }) => text)

describe('making a passkey', () => {
  test('keeps it under the name of this device, and it signs in without a mail (PASS-01, PASS-04, PASS-12)', async () => {
    await start()
    await signInByCode()
    expect(await make()).toBe(true)
    const [kept] = (await app.until(passkeysQueryAtom, ({ data }) => data !== undefined)).data ?? []
    expect(kept).toMatchObject({ name: 'Chrome on Linux', host: 'localhost', lastUsedAt: null })
    expect(texts()).toEqual(['This device has a passkey now: next time, sign in with it.'])
    await signOut()
    app.services.session.saveDestination('/events')
    const mails = app.backend.hub.mails.length
    await signIn()
    expect([phase(), app.backend.hub.mails.length]).toEqual(['signed-in', mails])
    expect(app.navigations).toEqual([{ path: '/events', replace: true }])
  })

  test('that somebody breaks off leaves nothing, and says nothing (PASS-12)', async () => {
    await start()
    await signInByCode()
    passkeys.next = { kind: 'dismissed' }
    expect(await make()).toBe(false)
    expect([texts(), app.backend.sentTo('POST /passkeys/registration')]).toEqual([[], []])
  })

  test('a second on the same device is none, which is said (PASS-12)', async () => {
    await start()
    await signInByCode()
    passkeys.next = { kind: 'present' }
    expect(await make()).toBe(true)
    expect(texts()).toEqual(['There is a passkey for you on this device already.'])
  })

  test('that fails says what to do (PASS-12)', async () => {
    await start()
    await signInByCode()
    passkeys.next = { kind: 'failed', problem: new Error('no') }
    expect(await make()).toBe(false)
    passkeys.next = null
    app.backend.play(only('POST /passkeys/registration/options', offline))
    expect(await make()).toBe(false)
    expect(texts()).toEqual([
      'The passkey could not be made. The browser refused. Try again, or use another device.',
      'The passkey could not be made. The hub could not be reached. Check the connection and try again.',
    ])
  })
})

describe('the sign-in screen', () => {
  test('learns from its page what the hub offers, before any call (PASS-10, EXT-02)', async () => {
    await start({ offeredByPage: async () => new Set(['passkeys'] as const) })
    expect(app.store.get(canSignInByPasskeyAtom)).toBe(false)
    await app.store.set(learnOfferAtom, never)
    expect(app.store.get(canSignInByPasskeyAtom)).toBe(true)
    expect(app.backend.sent).toEqual([])
  })

  test('takes back what its page said where the provider itself names none: the calls may go elsewhere (PASS-10, EXT-02)', async () => {
    await start({ offeredByPage: async () => new Set(['passkeys', 'polling', 'live'] as const) })
    await app.store.set(learnOfferAtom, never)
    app.backend.play(withoutExtensions)
    await signInByCode()
    expect([...app.store.get(extensionsAtom)]).toEqual([])
    expect(app.store.get(canSignInByPasskeyAtom)).toBe(false)
    app.backend.play(answers(401))
    await app.services.http.send(calls.workspaces.usage, {})
    expect(app.services.session.read()).toBeNull()
    await app.store.set(learnOfferAtom, never)
    expect(app.store.get(canSignInByPasskeyAtom)).toBe(false)
  })

  test('offers none where the provider names none, or the page can have none (PASS-10)', async () => {
    await start()
    await app.store.set(learnOfferAtom, never)
    expect([app.store.get(canSignInByPasskeyAtom), app.store.get(extensionsAtom).size]).toEqual([false, 0])
    passkeys = { ...fakePasskeys(), obstacle: 'address' }
    await app.close()
    app = await startApp({ services: { passkeys } })
    app.store.set(noteExtensionsAtom, new Set(['passkeys'] as const))
    expect(app.store.get(canSignInByPasskeyAtom)).toBe(false)
  })

  test('the hub’s own sentence is told where a passkey is refused, and the button is there again (PASS-10)', async () => {
    await start()
    await signInByCode()
    await make()
    const [kept] = (await app.until(passkeysQueryAtom, ({ data }) => data !== undefined)).data ?? []
    if (kept !== undefined) await app.store.set(removePasskeyAtom, kept)
    await signOut()
    await signIn()
    expect([phase(), app.store.get(passkeyPhaseAtom)]).toEqual(['signed-out', 'idle'])
    expect(app.store.get(alertAtom)).toBe('This hub does not know this passkey any more. Sign in by a code.')
  })

  test('a window that is closed says nothing, one that fails does (PASS-10)', async () => {
    await start()
    passkeys.next = { kind: 'dismissed' }
    await signIn()
    expect([app.store.get(alertAtom), app.store.get(passkeyPhaseAtom)]).toEqual([null, 'idle'])
    passkeys.next = { kind: 'failed', problem: new Error('no') }
    await signIn()
    expect(app.store.get(alertAtom)).toBe('The browser could not use a passkey here. Sign in with your e-mail address.')
  })

  test('a passkey that is chosen where the address is typed signs in; the challenge is renewed (PASS-11)', async () => {
    await start()
    await signInByCode()
    await make()
    await signOut()
    const ending = new AbortController()
    const filling = app.store.set(fillPasskeyAtom, ending.signal)
    await app.settle()
    expect([passkeys.fills, phase()]).toEqual([1, 'signed-out'])
    app.timers.fire()
    await app.settle()
    expect(passkeys.fills).toBe(2)
    passkeys.choose()
    await filling
    expect([phase(), passkeys.shown]).toEqual(['signed-in', ['create']])
  })

  test('where none was made or used the screen asks for nothing; one that is used is remembered (PASS-11)', async () => {
    await start()
    await signInByCode()
    await make()
    await signOut()
    app.services.storage.removeItem('passkeyOffer')
    app.backend.sent.length = 0
    await app.store.set(fillPasskeyAtom, never)
    expect([passkeys.fills, app.backend.sent]).toEqual([0, []])
    await signIn()
    await signOut()
    // It may be another device's: this one is still offered its own (PASS-13).
    expect(app.services.storage.getItem('passkeyOffer')).toBeNull()
    const ending = new AbortController()
    const filling = app.store.set(fillPasskeyAtom, ending.signal)
    await app.settle()
    expect(passkeys.fills).toBe(1)
    ending.abort()
    await filling
  })

  test('what is filled in ends with the screen, and asks nothing where the browser cannot (PASS-11)', async () => {
    await start()
    app.store.set(rememberOfferAtom, 'made')
    const ending = new AbortController()
    const filling = app.store.set(fillPasskeyAtom, ending.signal)
    await app.settle()
    ending.abort()
    await filling
    expect([passkeys.fills, app.timers.delays()]).toEqual([1, []])
    app.backend.sent.length = 0
    passkeys.canFill = async () => false
    await app.store.set(fillPasskeyAtom, never)
    expect(app.backend.sent).toEqual([])
  })
})

describe('the offer after a code (PASS-13)', () => {
  const isOffered = () => app.store.get(isPasskeyOfferedAtom)
  const arrive = async () => {
    await signInByCode()
    await app.store.set(prepareOfferAtom)
  }

  test('comes where this device keeps passkeys, and goes once there is one', async () => {
    await start()
    await arrive()
    expect(isOffered()).toBe(true)
    await make()
    expect(isOffered()).toBe(false)
    await signOut()
    app.backend.hub.clock.advance(60_000)
    // Without a mail server the hub prints no more codes for who has a passkey.
    await signIn()
    await app.store.set(prepareOfferAtom)
    expect(isOffered()).toBe(false)
  })

  test('comes again after the next code where it was put off, and never where it was declined', async () => {
    await start()
    await arrive()
    app.store.set(putOfferOffAtom)
    expect(isOffered()).toBe(false)
    await signOut()
    app.backend.hub.clock.advance(60_000)
    await arrive()
    expect(isOffered()).toBe(true)
    app.store.set(declineOfferAtom)
    expect(isOffered()).toBe(false)
    await signOut()
    app.backend.hub.clock.advance(60_000)
    await arrive()
    expect(isOffered()).toBe(false)
  })

  test('is not made to who is signed in already, nor on a device that keeps none, nor by a provider without', async () => {
    await start()
    await app.signIn(EMAIL)
    await app.store.set(prepareOfferAtom)
    expect(isOffered()).toBe(false)
    await app.close()
    await start()
    passkeys.canKeep = async () => false
    await arrive()
    expect(isOffered()).toBe(false)
    await app.close()
    await start()
    app.backend.play(withoutExtensions)
    await arrive()
    expect(isOffered()).toBe(false)
  })
})
