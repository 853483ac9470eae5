import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CODE_MAX_TRIES } from '../../../src/contract/limits'
import { alertAtom } from '../../../src/state/alert'
import { resendCodeAtom } from '../../../src/state/sign-in/resend-countdown'
import { requestCodeAtom, requestCodePhaseAtom, verifyCodeAtom } from '../../../src/state/sign-in/sign-in'
import { codeIn } from '../../server/support/hub'
import { startApp, type TestApp } from '../../support/app'
import { answers, answers500, offline, only, slow } from '../../support/scenarios'

const EMAIL = 'ann@example.org'
const IN_A_MINUTE = '2026-03-10T12:01:00.000Z'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

const requestCode = (email = EMAIL) => app.store.set(requestCodeAtom, email)
const resendCode = () => app.store.set(resendCodeAtom, EMAIL)
const requests = () => app.backend.sentTo('POST /auth/request-otp')

describe('asking for a code', () => {
  test('goes to the code screen with e-mail and retry time as navigation state (AUTH-21)', async () => {
    await requestCode(`  ${EMAIL} `)
    expect(app.navigations).toEqual([{ path: '/verification-code', state: { email: EMAIL, retryAt: IN_A_MINUTE } }])
    expect(app.backend.hub.mails.map(({ to }) => to)).toEqual([EMAIL])
    expect(requests().map(({ json }) => json)).toEqual([{ email: EMAIL }])
    expect(app.store.get(alertAtom)).toBe(null)
  })

  test('sends nothing for a blank e-mail (AUTH-11)', async () => {
    await requestCode('')
    await requestCode('   ')
    expect(requests()).toEqual([])
    expect(app.navigations).toEqual([])
  })

  test('is submitting until the answer, and sends one request meanwhile (AUTH-09, AUTH-22)', async () => {
    const line = slow()
    app.backend.play(line.scenario)
    const asked = requestCode()
    expect(app.store.get(requestCodePhaseAtom)).toBe('submitting')
    await requestCode()
    line.letGo()
    await asked
    expect(requests().length).toBe(1)
    expect(app.store.get(requestCodePhaseAtom)).toBe('idle')
  })

  test.each([
    ['refused', answers500],
    ['offline', offline],
  ])('alerts, reports and is idle again when it is %s (ERR-01)', async (_name, scenario) => {
    app.backend.play(scenario)
    await requestCode()
    expect(app.store.get(alertAtom)).toBe('Failed to send OTP. Please try again.')
    expect(app.reports).toEqual(['Failed to send OTP. Please try again.'])
    expect(app.store.get(requestCodePhaseAtom)).toBe('idle')
    expect(app.navigations).toEqual([])
    expect(app.toasts).toEqual([])
  })

  test.each([400, 404, 413, 418, 429, 502, 503])(
    'says the same whatever the refusal: %i (ERR-01, ERR-32)',
    async (status) => {
      app.backend.play(answers(status))
      await requestCode()
      expect(app.store.get(alertAtom)).toBe('Failed to send OTP. Please try again.')
    },
  )

  test('reads isNewUser and retryAt, and minds nothing else that a provider adds (AUTH-24, GEN-08)', async () => {
    const retryAt = '2030-01-01T00:00:00.000Z'
    const answer = { isNewUser: true, retryAt, region: 'eu', limits: { perDay: 5 } }
    app.backend.play(async () => Response.json(answer))
    await requestCode()
    expect(app.navigations).toEqual([{ path: '/verification-code', state: { email: EMAIL, retryAt } }])
  })

  test('alerts for what is no e-mail address, which the hub refuses (ERR-01)', async () => {
    await requestCode('ann')
    expect(app.store.get(alertAtom)).toBe('Failed to send OTP. Please try again.')
  })

  test('goes on to the code screen while the last code is young: it is still good (HUB-04)', async () => {
    await requestCode()
    app.backend.hub.clock.advance(20_000)
    await requestCode()
    expect(app.navigations).toEqual(
      Array(2).fill({ path: '/verification-code', state: { email: EMAIL, retryAt: IN_A_MINUTE } }),
    )
    expect(app.backend.hub.mails.length).toBe(1)
    expect(app.store.get(alertAtom)).toBe(null)
    expect(app.reports).toEqual([])
  })

  test('alerts while the last code is young but used up by wrong tries: none is good (ERR-01, HUB-04)', async () => {
    await requestCode()
    const otp = codeIn(app.backend.hub.mails, EMAIL) === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < CODE_MAX_TRIES; tries++) await app.store.set(verifyCodeAtom, EMAIL, otp)
    await requestCode()
    expect(app.store.get(alertAtom)).toBe('Failed to send OTP. Please try again.')
    expect(app.navigations.length).toBe(1)
  })
})

describe('asking for another code', () => {
  test('toasts success and hands on the retry time (ERR-03, AUTH-45, API-04)', async () => {
    expect(await resendCode()).toEqual({ kind: 'sent', retryAt: IN_A_MINUTE })
    expect(requests().map(({ json }) => json)).toEqual([{ email: EMAIL }])
    expect(app.toasts).toEqual([{ kind: 'success', text: 'Verification code resent successfully!' }])
  })

  test('toasts the hub’s sentence when it is refused (ERR-04, X-26)', async () => {
    await resendCode()
    expect(await resendCode()).toEqual({ kind: 'failed' })
    expect(app.toasts[1]).toEqual({
      kind: 'error',
      text: 'A code is already on its way. A new one can be asked for in 60 s.',
    })
  })

  test.each([
    ['without a network', offline],
    ['where the refusal says nothing', answers(500, 'oops')],
    ['where the refusal has no words', answers(500, { code: 'internal', message: '' })],
  ])('toasts the fallback sentence %s (ERR-04)', async (_name, scenario) => {
    app.backend.play(only('POST /auth/request-otp', scenario))
    expect(await resendCode()).toEqual({ kind: 'failed' })
    expect(app.toasts).toEqual([{ kind: 'error', text: 'Failed to resend code. Please try again.' }])
  })
})
