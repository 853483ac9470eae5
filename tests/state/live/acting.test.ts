import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SIREN_LIMIT_MS } from '../../../src/contract/live/live'
import {
  beginTalkAtom,
  endTalkAtom,
  isListeningAtom,
  lastSeenWords,
  listenAtom,
  pictureName,
  RECORD_REFUSAL_MS,
  recordNowAtom,
  savePictureAtom,
  soundingSirensAtom,
  soundSirenAtom,
  stopSirenAtom,
  talkAtom,
} from '../../../src/state/live/acting'
import { liveSentences } from '../../../src/state/live/live-sentences'
import { sirensAtom } from '../../../src/state/live/presence'
import { actRefusals } from '../../../src/state/messages'
import type { LiveTab } from '../../server/support/live'
import { flowDirectly, lookAt, PLACE, shows, startWatching, type Watching } from './support'

let watching: Watching
let camera: LiveTab
let viewingId: string
let end: () => void
beforeEach(async () => {
  watching = await startWatching()
  camera = await watching.offer()
  end = lookAt(watching).end
  viewingId = await flowDirectly(watching, camera)
  await shows(watching, 'live')
})
afterEach(() => watching.close())

const store = () => watching.app.store
const toasts = () => watching.app.toasts.map(({ text }) => text)
const acts = async () => {
  await vi.waitFor(async () => camera.settled())
  return camera.all('act').map(({ act }) => act)
}
const hearsAct = (act: string) => camera.hears('act', (news) => news.act === act)
const sentTrack = () => watching.viewer.latest.transceivers[1]?.track ?? null

it('is heard for as long as the button is held, by a microphone that is asked for then (LIVE-80)', async () => {
  expect(watching.viewer.microphones).toEqual([])
  await store().set(beginTalkAtom, PLACE)
  await hearsAct('talk-begin')
  const [microphone] = watching.viewer.microphones
  expect([store().get(talkAtom).phase, sentTrack() === microphone]).toEqual(['talking', true])
  store().set(endTalkAtom)
  await hearsAct('talk-end')
  expect([store().get(talkAtom).phase, sentTrack(), microphone?.isStopped]).toEqual(['off', null, true])
})

it('is not heard where the button was let go before the microphone was there (LIVE-80)', async () => {
  const beginning = store().set(beginTalkAtom, PLACE)
  store().set(endTalkAtom)
  await beginning
  expect([watching.viewer.microphones[0]?.isStopped, sentTrack(), await acts()]).toEqual([true, null, []])
})

it('is not heard where the button was let go while the microphone was handed on (LIVE-80)', async () => {
  const beginning = store().set(beginTalkAtom, PLACE)
  while (sentTrack() === null) await Promise.resolve()
  store().set(endTalkAtom)
  await beginning
  expect([watching.viewer.microphones[0]?.isStopped, await acts(), sentTrack()]).toEqual([true, [], null])
  expect(toasts()).toEqual([])
})

it('says why nobody is heard: no microphone, or no direct way (LIVE-80)', async () => {
  watching.viewer.isMicrophoneAllowed = false
  await store().set(beginTalkAtom, PLACE)
  watching.viewer.isMicrophoneAllowed = true
  watching.viewer.latest.fail()
  await store().set(beginTalkAtom, PLACE)
  expect(toasts()).toEqual([liveSentences.noMicrophone, liveSentences.noVoice])
  expect([store().get(talkAtom).phase, watching.viewer.microphones[0]?.isStopped]).toEqual(['off', true])
})

it('stops talking and listening with the viewing (LIVE-79, LIVE-80)', async () => {
  await store().set(beginTalkAtom, PLACE)
  store().set(listenAtom, PLACE, true)
  end()
  expect([store().get(talkAtom).phase, store().get(isListeningAtom)]).toEqual(['off', false])
  expect(watching.viewer.microphones[0]?.isStopped).toBe(true)
})

it('listens only while it was asked to, and not where the camera refuses (LIVE-79)', async () => {
  expect(await acts()).toEqual([])
  store().set(listenAtom, PLACE, true)
  await hearsAct('listen-begin')
  expect(store().get(isListeningAtom)).toBe(true)
  store().set(listenAtom, PLACE, false)
  await hearsAct('listen-end')
  store().set(listenAtom, PLACE, true)
  camera.send({ kind: 'act-refused', viewingId, act: 'listen-begin', message: 'The camera is in stealth mode.' })
  await vi.waitFor(() => expect(store().get(isListeningAtom)).toBe(false))
  expect(toasts()).toEqual(['The camera is in stealth mode.'])
})

it('has the camera record now, and says so once it did not refuse (LIVE-81)', async () => {
  store().set(recordNowAtom, PLACE, watching.camera)
  await hearsAct('record')
  expect(toasts()).toEqual([])
  await watching.clock.advance(RECORD_REFUSAL_MS)
  expect(toasts()).toEqual([liveSentences.recording('Front Door')])
})

it('says nothing of a clip that the camera refuses, or that nobody knows of any more (LIVE-81)', async () => {
  store().set(recordNowAtom, PLACE, watching.camera)
  camera.send({ kind: 'act-refused', viewingId, act: 'record', message: actRefusals.notRecording })
  await vi.waitFor(() => expect(toasts()).toEqual([actRefusals.notRecording]))
  await watching.clock.advance(RECORD_REFUSAL_MS)
  store().set(recordNowAtom, PLACE, watching.camera)
  end()
  await watching.clock.advance(RECORD_REFUSAL_MS)
  expect(toasts()).toEqual([actRefusals.notRecording])
})

it('sounds the siren until it is stopped here, there, or by its time (LIVE-82)', async () => {
  const isSounding = () => store().get(soundingSirensAtom).has(watching.camera.id)
  store().set(soundSirenAtom, PLACE)
  await hearsAct('siren-begin')
  expect(isSounding()).toBe(true)
  store().set(stopSirenAtom, PLACE)
  await hearsAct('siren-end')
  expect(isSounding()).toBe(false)
  store().set(soundSirenAtom, PLACE)
  camera.send({ kind: 'act-refused', viewingId, act: 'siren-begin', message: 'Somebody at the camera ended this.' })
  await vi.waitFor(() => expect(isSounding()).toBe(false))
  store().set(soundSirenAtom, PLACE)
  for (let passedMs = 0; passedMs < SIREN_LIMIT_MS; passedMs += 1_000) {
    watching.viewer.latest.framesDecoded = (watching.viewer.latest.framesDecoded ?? 0) + 10
    await watching.clock.advance(1_000)
    await camera.settled()
  }
  expect(isSounding()).toBe(false)
})

it('takes the word of the hub once it said who sounds the siren: others stop it too (LIVE-82, LIVE-97)', async () => {
  const isSounding = () => store().get(soundingSirensAtom).has(watching.camera.id)
  const tell = async (by: string | null) => {
    camera.send({ kind: 'siren', cameraId: watching.camera.id, by })
    await watching.app.until(sirensAtom, (sirens) => sirens.has(watching.camera.id) === (by !== null))
  }
  store().set(soundSirenAtom, PLACE)
  await tell('ann@example.org')
  expect(isSounding()).toBe(true)
  await tell(null)
  expect(isSounding()).toBe(false)
  // Another's sounds already: the camera begins no second one.
  await tell('bob@example.org')
  store().set(soundSirenAtom, PLACE)
  expect(isSounding()).toBe(true)
  await tell(null)
  expect(isSounding()).toBe(false)
})

it('says that nobody could be told where no viewing is (LIVE-82)', () => {
  end()
  store().set(soundSirenAtom, PLACE)
  expect([toasts(), store().get(soundingSirensAtom).size]).toEqual([[liveSentences.notDone], 0])
})

it('saves a picture under the camera and the time (LIVE-83)', () => {
  store().set(savePictureAtom, watching.camera, new Blob(['jpeg']))
  expect(watching.app.savedFiles[0]?.fileName).toMatch(/^Front Door \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.jpg$/)
  expect(pictureName('A/B: "yard"', 0)).toMatch(/^A_B_ _yard_ /)
})

it('says when a camera was seen last, on which day if not today, or that it is not connected (LIVE-72)', () => {
  const seenMs = Date.parse('2026-03-10T10:41:00')
  expect(lastSeenWords(seenMs, seenMs + 3_600_000)).toMatch(/^Last seen 10:41/)
  expect(lastSeenWords(seenMs, seenMs + 3 * 86_400_000)).toMatch(/^Last seen .*10, 2026.*10:41/)
  expect(lastSeenWords(null, seenMs)).toBe('Not connected now')
})
