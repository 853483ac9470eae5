import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { removeCameraAtom } from '../../../src/state/cameras/camera-removal'
import { addCameraAtom, saveCameraAtom } from '../../../src/state/cameras/cameras'
import { startPairedCameraAtom } from '../../../src/state/cameras/paired-camera'
import {
  inviteAgainAtom,
  inviteAtom,
  leaveWorkspaceAtom,
  ownMemberAtom,
  removeMemberAtom,
} from '../../../src/state/members/members'
import { chooseModeAtom } from '../../../src/state/modes/modes'
import { testIntegrationAtom } from '../../../src/state/notifications/integrations'
import {
  endPushOfAtom,
  pushStateAtom,
  testPushAtom,
  turnPushOffAtom,
  turnPushOnAtom,
} from '../../../src/state/notifications/push'
import {
  changeConfigAtom,
  configQueryAtom,
  savingAtom,
  shownConfigAtom,
} from '../../../src/state/notifications/settings'
import { makeWebhookAtom, removeWebhookAtom, switchWebhookAtom } from '../../../src/state/notifications/webhooks'
import { keepVideoAtom } from '../../../src/state/recordings/video-keeping'
import { removeVideoAtom } from '../../../src/state/recordings/video-removal'
import { emptyShareForm } from '../../../src/state/shares/share-form'
import { changeShareAtom, makeShareAtom, revokeShareAtom } from '../../../src/state/shares/shares'
import { makeApiTokenAtom, revokeApiTokenAtom } from '../../../src/state/sign-in/api-tokens'
import { signDeviceOutAtom, signOthersOutAtom } from '../../../src/state/sign-in/devices'
import { makePasskeyAtom, removePasskeyAtom } from '../../../src/state/sign-in/passkeys'
import { deleteWorkspaceAtom } from '../../../src/state/workspace/workspace-removal'
import { startApp, type TestApp } from '../../support/app'
import { fakePasskeys } from '../../support/browser/fake-passkeys'
import { type FakePush, fakePush } from '../../support/browser/fake-push'
import { answers, answers500, only, type Scenario, slow } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'

let app: TestApp
let push: FakePush
beforeEach(async () => {
  push = fakePush()
  app = await startApp({ tier: 'TEAM', services: { passkeys: fakePasskeys(), push } })
  await app.signIn(ANN)
})
afterEach(() => app.close())

/** Somebody does something, and Bob is in before the answers of its first calls are here; resolves to what came of it. */
async function overtaken<T>(
  act: () => Promise<T>,
  calls: { readonly held: (scenario: Scenario) => Scenario; readonly answer?: Scenario; readonly count?: number },
): Promise<T> {
  const line = slow()
  const undo = [...(calls.answer ? [calls.answer] : []), line.scenario].map((each) =>
    app.backend.play(calls.held(each)),
  )
  const acted = act()
  await line.arrived(calls.count)
  for (const end of undo) end()
  await app.signIn(BOB)
  app.watch(camerasQueryAtom)
  await app.until(camerasQueryAtom, ({ data }) => data !== undefined)
  line.letGo()
  const outcome = await acted
  await app.settle()
  return outcome
}
const on = (call: string) => ({ held: (scenario: Scenario) => only(call, scenario) })
const all = (count: number) => ({ held: (scenario: Scenario) => scenario, count })

const form = { ...emptyShareForm, title: 'Ann’s garden' }
const share = {
  id: 'share',
  videoId: 'video',
  title: 'Garden',
  description: '',
  shareUrl: null,
  isPublic: false,
  createdAt: '',
  createdBy: ANN,
  expiresAt: '',
  views: 0,
  hasPassword: false,
  recordedAt: '',
  cameraName: '',
  thumbnailUrl: null,
}
const member = { id: 'mary', email: 'mary@example.org', role: 'member', state: 'invited' } as const
const device = {
  id: 'session',
  device: 'Mac',
  network: '',
  startedBy: null,
  startedAt: '',
  lastSeenAt: '',
  isCurrent: false,
}
const webhook = {
  id: 'hook',
  name: 'Lights',
  url: 'https://lights.example.org/',
  kinds: ['event.created' as const],
  cameraIds: null,
  state: 'off' as const,
  problem: null,
  createdAt: '',
  createdBy: ANN,
}
const token = { id: 'token', name: 'Script', scopes: [], createdAt: '', createdBy: ANN, lastUsedAt: null }
const passkey = { id: 'key', name: 'Mac', createdAt: '', lastUsedAt: null, host: '', doubtedAt: null }
const pushed = { id: 'push', device: 'Mac', since: '', lastPushedAt: null, trouble: null, isCurrent: false }
const added = { name: 'Ann’s bedroom', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }

describe('what one user did is neither told nor shown to the next where its answer comes late (UI-12)', () => {
  test('a camera that was added', async () => {
    const shown = new Set<string>()
    app.store.sub(camerasQueryAtom, () => shown.add(JSON.stringify(app.store.get(camerasQueryAtom).data ?? [])))
    expect(await overtaken(() => app.store.set(addCameraAtom, added), on('POST /cameras'))).toBe(false)
    expect([shown, app.toasts]).toEqual([new Set(['[]']), []])
    expect(app.storage.getItem('nightjar:cameras')).not.toContain('bedroom')
  })

  test('and what the next one does then is done, and told', async () => {
    await overtaken(() => app.store.set(addCameraAtom, added), on('POST /cameras'))
    expect(await app.store.set(addCameraAtom, { ...added, name: 'Bob’s bedroom' })).toBe(true)
    expect(await app.store.set(inviteAtom, 'mary@example.org')).toEqual({ kind: 'sent' })
    expect(app.toasts).toHaveLength(2)
    expect(app.storage.getItem('nightjar:cameras')).toContain('Bob’s bedroom')
  })

  test('a camera of this device, which is not added for the next one either', async () => {
    await cameraOnHub(app, 'Ann’s door')
    const wanted = { name: 'Phone', deviceId: 'device-2', deviceLabel: 'Webcam', pairingId: '' }
    await overtaken(() => app.store.set(startPairedCameraAtom, wanted), on('GET /cameras'))
    expect([app.store.get(camerasQueryAtom).data, app.backend.sentTo('POST /cameras')]).toEqual([[], []])
  })

  test('a camera of this device that was turned on', async () => {
    const held = (scenario: Scenario): Scenario => {
      return (request, next) => (request.method === 'PATCH' ? scenario(request, next) : next(request))
    }
    const wanted = { name: 'Phone', deviceId: 'device-2', deviceLabel: 'Webcam', pairingId: '' }
    await overtaken(() => app.store.set(startPairedCameraAtom, wanted), { held })
    expect([app.store.get(camerasQueryAtom).data, app.navigations, app.toasts]).toEqual([[], [], []])
  })

  test('settings of a camera, which are not sent for the next one either', async () => {
    const camera = await cameraOnHub(app, 'Ann’s door')
    await overtaken(
      () => app.store.set(saveCameraAtom, camera.id, { ...camera, motionSensitivity: 50 }),
      on('GET /cameras'),
    )
    expect([app.backend.sentTo(`PUT /cameras/${camera.id}`), app.toasts]).toEqual([[], []])
  })

  test('a new link to a clip, which does not come on their clipboard', async () => {
    const shareUrl = 'https://nightjar.test/s/secret'
    const made = answers(201, { ...share, shareUrl })
    await overtaken(() => app.store.set(makeShareAtom, form, 'video'), { ...on('POST /shares'), answer: made })
    expect([app.copied, app.toasts]).toEqual([[], []])
  })

  test('notifications of this device that were not turned on', async () => {
    app.watch(pushStateAtom)
    await overtaken(() => app.store.set(turnPushOnAtom), on('GET /push/key'))
    expect([app.store.get(pushStateAtom).phase, push.keys, app.toasts]).toEqual(['off', [], []])
  })

  test('notifications of this device that were turned on', async () => {
    const answer = answers(201, { id: 'push', renewal: 'r' })
    await overtaken(() => app.store.set(turnPushOnAtom), { ...on('POST /push/subscriptions'), answer })
    expect([push.browser.isSubscribed, push.kept, app.toasts]).toEqual([false, null, []])
  })

  test('whatever the hub refused', async () => {
    const { set } = app.store
    const camera = await cameraOnHub(app, 'Ann’s door')
    await app.settle()
    const acts = [
      () => set(addCameraAtom, added),
      () => set(saveCameraAtom, camera.id, { ...camera, motionSensitivity: 50 }),
      () => set(removeCameraAtom, camera),
      () => set(inviteAtom, 'mary@example.org'),
      () => set(inviteAgainAtom, member),
      () => set(removeMemberAtom, member),
      () => set(leaveWorkspaceAtom, member),
      () => set(makeShareAtom, form, 'video'),
      () => set(changeShareAtom, share, form),
      () => set(revokeShareAtom, share),
      () => set(makeApiTokenAtom, { name: 'Script', scopes: ['read'] }),
      () => set(revokeApiTokenAtom, token),
      () => set(makeWebhookAtom, webhook),
      () => set(switchWebhookAtom, webhook, true),
      () => set(removeWebhookAtom, webhook),
      () => set(makePasskeyAtom, new AbortController().signal),
      () => set(removePasskeyAtom, passkey),
      () => set(signDeviceOutAtom, device),
      () => set(signOthersOutAtom),
      () => set(removeVideoAtom, { id: 'video' }),
      () => set(keepVideoAtom, { id: 'video' }, true),
      () => set(chooseModeAtom, 'away', 'for-good'),
      () => set(testIntegrationAtom, 'email', ANN),
      () => set(turnPushOffAtom),
      () => set(testPushAtom),
      () => set(endPushOfAtom, pushed),
    ]
    const run = () => Promise.all(acts.map((act): Promise<unknown> => act()))
    const outcomes = await overtaken(run, { ...all(acts.length), answer: answers500 })
    expect([app.toasts, app.navigations]).toEqual([[], []])
    expect(JSON.stringify(outcomes)).not.toContain('Something broke.')
  })
})

describe('nor does it end the next session, where who it ended is in no more (UI-12)', () => {
  const isIn = () => app.services.session.read() !== null

  test('a workspace that was left', async () => {
    await app.store.set(inviteAtom, 'mary@example.org')
    await app.signIn('mary@example.org')
    const own = await app.until(ownMemberAtom, (member) => member !== null)
    if (own === null) throw new Error('Mary is no member.')
    app.toasts.length = 0
    await overtaken(() => app.store.set(leaveWorkspaceAtom, own), on(`DELETE /members/${own.id}`))
    expect([isIn(), app.toasts, app.navigations]).toEqual([true, [], []])
  })

  test('a workspace that was deleted; who did is in a new one by then', async () => {
    const { workspaceId } = userOf(app)
    const line = slow()
    app.backend.play(only(`DELETE /workspaces/${workspaceId}`, line.scenario))
    const deleting = app.store.set(deleteWorkspaceAtom, ANN)
    await line.arrived()
    app.services.session.clear()
    await app.signIn(ANN)
    expect(userOf(app).workspaceId).not.toBe(workspaceId)
    line.letGo()
    expect(await deleting).toEqual({ kind: 'deleted' })
    expect([isIn(), app.toasts, app.navigations]).toEqual([true, [], []])
  })
})

describe('a switch that one user turns (UI-12, NOTIF-17)', () => {
  const change = { part: 'notifications', name: 'notifyOnAlert', value: false } as const
  const shown = () => [app.store.get(savingAtom).phase, app.store.get(shownConfigAtom).notifyOnAlert]
  const readConfig = () => app.until(configQueryAtom, ({ data }) => data !== undefined)

  test('neither stands turned for the next one nor holds theirs', async () => {
    await readConfig()
    const [line, ofBob] = [slow(), slow()]
    const undo = app.backend.play(only('PUT /wsconfig/notifications', line.scenario))
    const saving = app.store.set(changeConfigAtom, change)
    await line.arrived()
    undo()
    await app.signIn(BOB)
    await readConfig()
    expect(shown()).toEqual(['idle', true])
    app.backend.play(only('PUT /wsconfig/notifications', ofBob.scenario))
    const next = app.store.set(changeConfigAtom, { ...change, name: 'notifyOnMotion' })
    await ofBob.arrived()
    line.letGo()
    expect([await saving, app.store.get(savingAtom)]).toMatchObject([false, { change: { name: 'notifyOnMotion' } }])
    ofBob.letGo()
    expect([await next, ...shown(), app.toasts.length]).toEqual([true, 'idle', true, 1])
  })

  test('and is refused is not told to the next one', async () => {
    const call = on('PUT /wsconfig/notifications')
    await overtaken(() => app.store.set(changeConfigAtom, change), { ...call, answer: answers500 })
    expect(app.toasts).toEqual([])
  })
})
