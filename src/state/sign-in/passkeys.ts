import { atom } from 'jotai/vanilla'
import type { Failure } from '../../api/result'
import { calls } from '../../contract/calls'
import { MAX_PASSKEYS, type Passkey } from '../../contract/sign-in/passkeys'
import { isRemoved } from '../http/removal'
import { adviceOf, type Refused, refusedCall, refusedInput, reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { type PasskeyObstacle, pageServicesAtom, servicesAtom } from '../services'
import { knownList } from './known-list'
import { ownQuery } from './own-query'
import { ownServices } from './own-services'
import { hasPasskeysAtom, rememberOfferAtom } from './passkey-offer'

/** Why this page can have none, and what helps. */
export const obstacleWords: Readonly<Record<PasskeyObstacle, string>> = {
  browser: 'This browser has no passkeys. Open Nightjar in a newer one to add one.',
  insecure: 'Browsers give passkeys to pages with https or on localhost only. Open Nightjar there to add one.',
  address:
    'Passkeys need an address with a name, such as localhost or cam.example.org, and this page was opened by an address of numbers. Open Nightjar by its name to add one.',
}

/** Host name of this page, which those are good for that it makes. */
export const passkeyHostAtom = atom((get) => new URL(get(pageServicesAtom).origin).hostname)

/** Those of this person, oldest first. */
export const passkeysQueryAtom = ownQuery('passkeys', (http) => http.send(calls.passkeys.list, {}), hasPasskeysAtom)

export const arePasskeysFullAtom = atom((get) => (get(passkeysQueryAtom).data?.length ?? 0) >= MAX_PASSKEYS)

export const isMakingPasskeyAtom = atom(false)

/** Has the browser make a passkey, under the name of this device; resolves to whether there is one now. */
export const makePasskeyAtom = atom(null, async (get, set, signal: AbortSignal): Promise<boolean> => {
  if (get(isMakingPasskeyAtom)) return false
  set(isMakingPasskeyAtom, true)
  try {
    return await set(makeAtom, signal)
  } finally {
    set(isMakingPasskeyAtom, false)
  }
})

const makeAtom = atom(null, async (get, set, signal: AbortSignal): Promise<boolean> => {
  const { http, passkeys, showToast, reporter } = ownServices(get)
  const options = await http.send(calls.passkeys.registrationOptions, { signal })
  if (!options.ok) return set(tellNotMadeAtom, options.failure)
  const answer = await passkeys.create(options.value, signal)
  if (answer.kind === 'dismissed') return false
  if (answer.kind === 'failed') {
    reporter.report('The browser made no passkey.', answer.problem)
    showToast({
      kind: 'error',
      text: messages.passkeyNotMade('The browser refused. Try again, or use another device.'),
    })
    return false
  }
  if (answer.kind === 'given') {
    const made = await http.send(calls.passkeys.register, {
      body: { name: await passkeys.deviceName(), credential: answer.credential },
    })
    if (!made.ok) return set(tellNotMadeAtom, made.failure)
    set(changePasskeysAtom, (all) => [...all.filter(({ id }) => id !== made.value.id), made.value])
  }
  set(rememberOfferAtom, 'made')
  set(readPasskeysAtom)
  const isNew = answer.kind === 'given'
  showToast({ kind: isNew ? 'success' : 'info', text: isNew ? messages.passkeyMade : messages.passkeyPresent })
  return true
})

const tellNotMadeAtom = atom(null, (get, _set, failure: Failure): false => {
  const { reporter, showToast } = get(servicesAtom)
  if (failure.kind === 'aborted') return false
  reportFailure(reporter, failure)
  // Who was signed out is told so, and somebody else may be in by now.
  if (failure.kind === 'signed-out') return false
  showToast({ kind: 'error', text: messages.passkeyNotMade(adviceOf(failure)) })
  return false
})

export type RenamingOutcome = { readonly kind: 'renamed' } | Refused

export const renamePasskeyAtom = atom(
  null,
  async (get, set, { id }: Passkey, name: string): Promise<RenamingOutcome> => {
    const { http, reporter } = get(servicesAtom)
    const checked = calls.passkeys.rename.body.safeParse({ name })
    if (!checked.success) return refusedInput(checked.error)
    const result = await http.send(calls.passkeys.rename, { params: { passkeyId: id }, body: checked.data })
    if (!result.ok) return refusedCall(reporter, result.failure)
    set(changePasskeysAtom, (all) => all.map((each) => (each.id === id ? result.value : each)))
    set(readPasskeysAtom)
    return { kind: 'renamed' }
  },
)

/** It signs nobody in from now on; what the device keeps of it is for the device to remove. */
export const removePasskeyAtom = atom(null, async (get, set, { id, name }: Passkey): Promise<void> => {
  const own = ownServices(get)
  const result = await own.http.send(calls.passkeys.remove, { params: { passkeyId: id } })
  if (!isRemoved(own, result, (advice) => messages.passkeyNotRemoved(name, advice))) return
  set(changePasskeysAtom, (all) => all.filter((each) => each.id !== id))
  set(readPasskeysAtom)
  own.showToast({ kind: 'success', text: messages.passkeyRemoved(name) })
})

const { changeAtom: changePasskeysAtom, readAtom: readPasskeysAtom } = knownList<Passkey>('passkeys')
