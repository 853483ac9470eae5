import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import type { SessionStart, SignedInDevice } from '../../contract/sign-in/sessions'
import { extensionsAtom } from '../http/extensions'
import { isRemoved } from '../http/removal'
import { adviceOf, reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { knownList } from './known-list'
import { ownQuery } from './own-query'
import { ownServices } from './own-services'

/** Whether the provider tells where somebody is signed in (DEV-01). */
export const hasDevicesAtom = atom((get) => get(extensionsAtom).has('sessions'))

/** How a device signed in, within a sentence. */
export const startWords: Readonly<Record<SessionStart, string>> = {
  code: 'by a code',
  passkey: 'with a passkey',
  pairing: 'by a link from another device',
}

/** Where this person is signed in: this device first, then the last seen. */
export const devicesQueryAtom = ownQuery('devices', (http) => http.send(calls.sessions.list, {}), hasDevicesAtom)

export const otherDevicesAtom = atom((get) => get(devicesQueryAtom).data?.filter(({ isCurrent }) => !isCurrent) ?? [])

/** Signs another device out at once. */
export const signDeviceOutAtom = atom(null, async (get, set, { id, device }: SignedInDevice): Promise<void> => {
  const own = ownServices(get)
  const result = await own.http.send(calls.sessions.end, { params: { sessionId: id } })
  if (!isRemoved(own, result, (advice) => messages.deviceNotSignedOut(device, advice))) return
  set(changeDevicesAtom, (devices) => devices.filter((each) => each.id !== id))
  set(readDevicesAtom)
  own.showToast({ kind: 'success', text: messages.deviceSignedOut(device) })
})

/** Signs out all but this one. */
export const signOthersOutAtom = atom(null, async (get, set): Promise<void> => {
  const { http, showToast, reporter } = ownServices(get)
  const result = await http.send(calls.sessions.endOthers, {})
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    showToast({ kind: 'error', text: messages.othersNotSignedOut(adviceOf(result.failure)) })
    return
  }
  set(changeDevicesAtom, (devices) => devices.filter(({ isCurrent }) => isCurrent))
  set(readDevicesAtom)
  showToast({ kind: 'success', text: messages.othersSignedOut(result.value.ended) })
})

const { changeAtom: changeDevicesAtom, readAtom: readDevicesAtom } = knownList<SignedInDevice>('devices')
