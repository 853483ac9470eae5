import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import {
  cameraRoomAtom,
  deviceNoun,
  firstDevice,
  proposedName,
  startPairedCameraAtom,
} from '../../../src/state/cameras/paired-camera'
import { pairStepAtom, redeemLinkAtom } from '../../../src/state/sign-in/pair-device'
import {
  canPairAtom,
  leavePairingAtom,
  makePairingAtom,
  type PairingLink,
  pairingLinkAtom,
  pairingQueryAtom,
} from '../../../src/state/sign-in/pairings'
import { sessionAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { type Backend, startBackend } from '../../support/backend'
import { answers, answers500, only, slow, withoutExtensions } from '../../support/scenarios'

const ANN = 'ann@example.org'
const MINUTE = 60_000

let backend: Backend
/** Ann's laptop, and a telephone that nobody is signed in on. */
let laptop: TestApp
let phone: TestApp
beforeAll(async () => {
  const environment = { LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: '192.168.1.7' }
  backend = await startBackend({ tier: 'PRO', environment })
})
afterAll(() => backend.close())
beforeEach(async () => {
  // Ten links an hour are a workspace's.
  backend.hub.clock.advance(61 * MINUTE)
  laptop = await startApp({ backend })
  phone = await startApp({ backend })
  await laptop.signIn(ANN)
  return async () => {
    await laptop.close()
    await phone.close()
  }
})

type MadeLink = Extract<PairingLink, { phase: 'made' }>
async function make(): Promise<MadeLink> {
  await laptop.store.set(makePairingAtom)
  const link = laptop.store.get(pairingLinkAtom)
  if (link.phase !== 'made') throw new Error(`no link was made: ${JSON.stringify(link)}`)
  return link
}
const tokenOf = ({ url }: MadeLink) => new URL(url).hash.slice(1)
const door = { name: 'Front door', deviceId: 'device-1', deviceLabel: 'Webcam' }
async function seen() {
  await laptop.store.get(pairingQueryAtom).refetch()
  return laptop.store.get(pairingQueryAtom).data
}

test('a link takes another device to its camera, and the first sees each step (PAIR-03, PAIR-04, PAIR-08)', async () => {
  laptop.watch(pairingQueryAtom)
  const link = await make()
  expect(await seen()).toEqual({ phase: 'waiting', device: null, cameraName: null })
  await phone.store.set(redeemLinkAtom, tokenOf(link))
  expect(phone.store.get(sessionAtom)).toMatchObject({ phase: 'signed-in', email: ANN })
  expect(phone.navigations).toEqual([{ path: `/pair/camera?pairing=${link.id}`, replace: true }])
  expect((await seen())?.phase).toBe('opened')
  phone.watch(camerasQueryAtom)
  await phone.until(camerasQueryAtom, ({ data }) => data !== undefined)
  expect(await phone.store.set(startPairedCameraAtom, { ...door, pairingId: link.id })).toBeNull()
  await phone.settle()
  expect(phone.navigations.at(-1)).toEqual({ path: '/cameras', replace: true })
  expect(phone.store.get(camerasQueryAtom).data).toMatchObject([{ name: 'Front door', isMotionEnabled: true }])
  expect(phone.services.session.isTourWanted('cameras')).toBe(false)
  expect(await seen()).toMatchObject({ phase: 'watching', cameraName: 'Front door' })
  // The first goes on as who it was.
  expect(laptop.store.get(sessionAtom)).toMatchObject({ phase: 'signed-in', email: ANN })
})

test('who was signed in on the other device is signed out there, at the hub too (PAIR-07)', async () => {
  await phone.signIn('bob@example.org')
  const former = phone.services.session.read()?.refreshToken
  await phone.store.set(redeemLinkAtom, tokenOf(await make()))
  await phone.settle()
  expect(phone.store.get(sessionAtom)).toMatchObject({ email: ANN })
  const [signOut] = backend.sentTo('POST /auth/sign-out').slice(-1)
  expect(signOut?.json).toEqual({ refreshToken: former })
})

test('a refused link leaves everything as it was, with a sentence that says what to do (PAIR-07)', async () => {
  const link = await make()
  await phone.store.set(redeemLinkAtom, tokenOf(link))
  const other = await startApp({ backend })
  await other.signIn('bob@example.org')
  for (const token of [tokenOf(link), 'nonsense']) {
    await other.store.set(redeemLinkAtom, token)
    expect(other.store.get(pairStepAtom)).toMatchObject({
      phase: 'refused',
      text: expect.stringContaining('Cameras, Add another device'),
    })
  }
  expect(other.store.get(sessionAtom)).toMatchObject({ email: 'bob@example.org' })
  expect(other.navigations).toEqual([])
  await other.close()
})

test('what stands before the hub judges no link: it can be tried again (PAIR-07)', async () => {
  const token = tokenOf(await make())
  const stop = backend.play(only('POST /pairings/redeem', answers(404, '404 page not found')))
  await phone.store.set(redeemLinkAtom, token)
  expect(phone.store.get(pairStepAtom).phase).toBe('unanswered')
  stop()
  await phone.store.set(redeemLinkAtom, token)
  expect(phone.store.get(sessionAtom)).toMatchObject({ email: ANN })
})

test('a new link ends the one before; one that is left stays good (PAIR-09)', async () => {
  const first = await make()
  const second = await make()
  await laptop.settle()
  laptop.store.set(leavePairingAtom)
  await phone.store.set(redeemLinkAtom, tokenOf(first))
  expect(phone.store.get(pairStepAtom).phase).toBe('refused')
  await phone.store.set(redeemLinkAtom, tokenOf(second))
  expect(phone.store.get(sessionAtom).phase).toBe('signed-in')
})

test('a dialog that was closed while its link was made shows none afterwards (PAIR-09)', async () => {
  const line = slow()
  const stop = backend.play(only('POST /pairings', line.scenario))
  const making = laptop.store.set(makePairingAtom)
  laptop.store.set(leavePairingAtom)
  line.letGo()
  await making
  stop()
  expect(laptop.store.get(pairingLinkAtom)).toEqual({ phase: 'none' })
})

test('a dialog that was opened again shows its own link, and the one before is good no more (PAIR-09)', async () => {
  const line = slow()
  const stop = backend.play(only('POST /pairings', line.scenario))
  const making = laptop.store.set(makePairingAtom)
  await line.arrived()
  stop()
  laptop.store.set(leavePairingAtom)
  const shown = await make()
  const before = backend.sent.length
  line.letGo()
  await making
  await laptop.settle()
  expect(laptop.store.get(pairingLinkAtom)).toBe(shown)
  const [ended] = backend.sent.slice(before)
  expect([ended?.method, ended?.path.includes(shown.id)]).toEqual(['DELETE', false])
})

test('a hub that fails is told, and asked again by a press (PAIR-09)', async () => {
  const stop = backend.play(only('POST /pairings', answers500))
  await laptop.store.set(makePairingAtom)
  stop()
  expect(laptop.store.get(pairingLinkAtom).phase).toBe('refused')
  expect((await make()).phase).toBe('made')
})

test('another provider’s cameras screen offers no links (EXT-02)', async () => {
  const stop = backend.play(withoutExtensions)
  const other = await startApp({ backend })
  await other.signIn(ANN)
  other.watch(camerasQueryAtom)
  await other.settle()
  expect(other.store.get(canPairAtom)).toBe(false)
  await other.close()
  stop()
})

test('the plan’s limit is known before, and its refusal says so in the hub’s words (PAIR-08)', async () => {
  laptop.watch(cameraRoomAtom)
  await laptop.until(cameraRoomAtom, (room) => room !== null)
  for (let left = 3 - (laptop.store.get(camerasQueryAtom).data?.length ?? 0); left > 0; left--) {
    expect(laptop.store.get(cameraRoomAtom)).toEqual({ limit: 3, isFull: false })
    expect(await laptop.store.set(startPairedCameraAtom, { ...door, pairingId: '' })).toBeNull()
  }
  expect(laptop.store.get(cameraRoomAtom)).toEqual({ limit: 3, isFull: true })
  expect(await laptop.store.set(startPairedCameraAtom, { ...door, pairingId: '' })).toBe(
    'The plan allows 3 cameras. Upgrade the plan to add more.',
  )
  expect(await laptop.store.set(startPairedCameraAtom, { ...door, name: ' ', pairingId: '' })).toMatch(/name/)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36', 'Android telephone'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/130.0.0.0 Safari/537.36', 'Android tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36', 'Windows computer'],
  ['something else', 'Camera'],
])('%s is proposed as %s (PAIR-08)', (userAgent, noun) => {
  expect(deviceNoun(userAgent)).toBe(noun)
})

test('a proposed name is one that no camera has (PAIR-08)', () => {
  expect(proposedName('iPhone', [])).toBe('iPhone')
  expect(proposedName('iPhone', [{ name: 'IPHONE ' }, { name: 'iPhone 2' }])).toBe('iPhone 3')
})

test('a telephone begins with the camera that looks away from its owner (PAIR-08)', () => {
  const front = { id: 'a', label: 'camera2 1, facing front' }
  const back = { id: 'b', label: 'camera2 0, facing back' }
  expect(firstDevice({ devices: [front, back] })).toBe('b')
  expect(firstDevice({ devices: [front] })).toBe('a')
  expect(firstDevice({ devices: [] })).toBe('')
})
