import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveAct } from '../../../src/contract/live/live'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { addCameraAtom } from '../../../src/state/cameras/cameras'
import { enterStealthAtom, leaveStealthAtom } from '../../../src/state/capture/stealth'
import { recordNowAtom, soundingSirensAtom, soundSirenAtom, stopSirenAtom } from '../../../src/state/live/acting'
import { type CameraSign, cameraSignsAtom, stopSignAtom } from '../../../src/state/live/camera-signs'
import { viewCamera } from '../../../src/state/live/camera-viewers'
import { liveSentences } from '../../../src/state/live/live-sentences'
import { actRefusals } from '../../../src/state/messages'
import { door } from '../../server/support/calls'
import type { LiveTab } from '../../server/support/live'
import { FakeStream } from '../../support/browser/fake-media'
import { type CameraTab, startCameraTab } from '../../support/live/camera-tab'
import { FakePeer } from '../../support/live/fake-peer'
import { FakeSpeaker } from '../../support/live/fake-speaker'

let tab: CameraTab
let viewer: LiveTab
let stream: FakeStream
let viewingId: string
beforeEach(async () => {
  tab = await startCameraTab()
  viewer = await tab.openViewer()
  stream = tab.run()
  viewingId = await look()
})
afterEach(async () => {
  await tab.close()
  vi.unstubAllGlobals()
})

async function look(by = viewer, cameraId = tab.cameraId): Promise<string> {
  await vi.waitFor(() => expect(viewer.present.map((camera) => camera.cameraId)).toContain(cameraId))
  const id = randomUUID()
  const size = { width: 640, height: 360 }
  by.send({ kind: 'view', viewingId: id, cameraId, size, offer: 'video audio' })
  await by.hears('answer', (news) => news.viewingId === id)
  FakePeer.made.at(-1)?.turn('connected')
  return id
}

const act = (what: LiveAct, id = viewingId, by = viewer) => by.send({ kind: 'act', viewingId: id, act: what })
const signs = () => tab.app.store.get(cameraSignsAtom)
const kinds = () => signs().map(({ kind }) => kind)
const until = (isLike: () => void) => vi.waitFor(isLike, { timeout: 3_000 })
const refusal = (what: LiveAct) => viewer.hears('act-refused', (news) => news.act === what)
/** The sound that leaves the camera. */
const sent = () => FakePeer.made[0]?.of('audio').sender.track ?? null
const microphone = () => stream.getAudioTracks()[0]

async function listen() {
  act('listen-begin')
  await until(() => expect(kinds()).toContain('listening'))
}

async function talk() {
  act('talk-begin')
  await until(() => expect(kinds()).toContain('talking'))
}

describe('who listens', () => {
  test('hears nothing before the room has heard a tone, and is named there (LIVE-60, LIVE-63)', async () => {
    expect([sent(), FakeSpeaker.heard]).toEqual([null, []])
    FakeSpeaker.isForbidden = true
    act('listen-begin')
    expect((await refusal('listen-begin')).message).toBe(actRefusals.noSpeaker)
    expect([sent(), kinds()]).toEqual([null, []])
    FakeSpeaker.isForbidden = false
    await listen()
    expect([sent(), FakeSpeaker.heard]).toEqual([microphone(), ['sine']])
    expect(signs()).toMatchObject([
      { kind: 'listening', cameraId: tab.cameraId, cameraName: tab.camera.name, who: 'ann@example.org', viewingId },
    ])
    expect(signs()[0]?.sinceMs).toBe(tab.clock.nowMs())
  })

  test('hears nothing any more when it ends, or goes (LIVE-60)', async () => {
    await listen()
    act('listen-end')
    await until(() => expect([sent(), kinds()]).toEqual([null, []]))
    await listen()
    viewer.send({ kind: 'end', viewingId, reason: 'left' })
    await until(() => expect(kinds()).toEqual([]))
  })

  test('is refused where the camera has no sound, and told when its microphone goes', async () => {
    await listen()
    stream = tab.run(new FakeStream('video'))
    expect((await refusal('listen-begin')).message).toBe(actRefusals.noMicrophone)
    expect([sent(), kinds()]).toEqual([null, []])
    act('listen-begin')
    await until(() => expect(viewer.all('act-refused')).toHaveLength(2))
    expect(kinds()).toEqual([])
  })

  test('is told when its microphone goes out of a stream that goes on (LIVE-101)', async () => {
    await listen()
    for (const track of stream.getAudioTracks()) stream.removeTrack(track)
    tab.run(stream)
    expect((await refusal('listen-begin')).message).toBe(actRefusals.noMicrophone)
    expect([sent(), kinds()]).toEqual([null, []])
  })

  test('can be ended at the camera, and is told (LIVE-63)', async () => {
    await listen()
    const [sign] = signs()
    if (sign !== undefined) tab.app.store.set(stopSignAtom, sign)
    expect([sent(), kinds()]).toEqual([null, []])
    expect((await refusal('listen-begin')).message).toBe(actRefusals.stopped)
  })

  test('is heard of again each minute (LIVE-63)', async () => {
    await listen()
    await tab.pass(60_000)
    expect(FakeSpeaker.heard).toEqual(['sine', 'sine'])
    act('listen-end')
    await until(() => expect(kinds()).toEqual([]))
    await tab.pass(70_000)
    expect(FakeSpeaker.heard).toHaveLength(2)
  })
})

describe('a program, which cannot ask (LIVE-101)', () => {
  /** Answered with what of sound its offer takes. */
  async function play(offer: string) {
    const answered = fetch(`${tab.origin}/v1/cameras/${tab.cameraId}/whep`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${tab.user.token}` },
      body: `v=0 ${offer}`,
    })
    await until(() => expect(FakePeer.made).toHaveLength(2))
    FakePeer.made[1]?.gathered()
    expect((await answered).status).toBe(201)
  }
  /** Whether those who look are told that it listens. */
  const isSaidToListen = () => viewer.present[0]?.viewers.map(({ isListening }) => isListening)

  test.each(['video', 'video -audio'])('and takes no sound makes no tone, nor listens: “%s”', async (offer) => {
    await play(offer)
    await until(() => expect(isSaidToListen()).toEqual([false, false]))
    tab.app.store.set(enterStealthAtom)
    tab.app.store.set(leaveStealthAtom)
    await viewer.settled()
    expect([kinds(), FakeSpeaker.heard, isSaidToListen()]).toEqual([[], [], [false, false]])
  })

  test('and takes sound is heard of, and said to listen while it does: not in stealth mode, and again after it', async () => {
    await play('video audio')
    await until(() => expect([kinds(), isSaidToListen()]).toEqual([['listening'], [false, true]]))
    expect(FakeSpeaker.heard).toEqual(['sine'])
    tab.app.store.set(enterStealthAtom)
    await until(() => expect([kinds(), isSaidToListen()]).toEqual([[], [false, false]]))
    tab.app.store.set(leaveStealthAtom)
    await until(() => expect([kinds(), isSaidToListen()]).toEqual([['listening'], [false, true]]))
  })

  test('listens no more where somebody at the camera ended it, whatever follows (LIVE-63)', async () => {
    await play('video audio')
    await until(() => expect(isSaidToListen()).toEqual([false, true]))
    tab.app.store.set(stopSignAtom, signs()[0] as CameraSign)
    await until(() => expect(isSaidToListen()).toEqual([false, false]))
    tab.app.store.set(enterStealthAtom)
    tab.app.store.set(leaveStealthAtom)
    tab.run(new FakeStream('video', 'audio'))
    await viewer.settled()
    expect([kinds(), isSaidToListen(), FakeSpeaker.heard]).toEqual([[], [false, false], ['sine']])
  })

  test('listens again once the microphone is back, or is there at last (LIVE-59)', async () => {
    tab.run(new FakeStream('video'))
    await play('video audio')
    expect([kinds(), FakeSpeaker.heard]).toEqual([[], []])
    for (const heard of [['sine'], ['sine', 'sine']]) {
      const again = tab.run(new FakeStream('video', 'audio'))
      await until(() => expect([kinds(), isSaidToListen()]).toEqual([['listening'], [false, true]]))
      expect([FakePeer.made[1]?.of('audio').sender.track, FakeSpeaker.heard]).toEqual([
        again.getAudioTracks()[0],
        heard,
      ])
      tab.run(new FakeStream('video'))
      await until(() => expect([kinds(), isSaidToListen()]).toEqual([[], [false, false]]))
    }
  })
})

describe('who talks (LIVE-61)', () => {
  test('is heard between its beginning and its end alone, after a tone, and is named', async () => {
    expect(tab.voices).toEqual([])
    await talk()
    expect([tab.voices[0]?.isPlaying, FakeSpeaker.heard]).toEqual([true, ['sine']])
    act('talk-end')
    await until(() => expect([tab.voices[0]?.isPlaying, kinds()]).toEqual([false, []]))
    expect(sent()).toBeNull()
  })

  test('is silent once it goes, or somebody at the camera ends it', async () => {
    await talk()
    tab.app.store.set(stopSignAtom, signs()[0] as CameraSign)
    expect([tab.voices[0]?.isPlaying, kinds()]).toEqual([false, []])
    expect((await refusal('talk-begin')).message).toBe(actRefusals.stopped)
    await talk()
    viewer.send({ kind: 'end', viewingId, reason: 'left' })
    await until(() => expect([tab.voices[1]?.isPlaying, kinds()]).toEqual([false, []]))
  })

  test('is refused where the tone was not heard', async () => {
    FakeSpeaker.isForbidden = true
    act('talk-begin')
    expect((await refusal('talk-begin')).message).toBe(actRefusals.noSpeaker)
    expect([tab.voices.some(({ isPlaying }) => isPlaying), kinds()]).toEqual([false, []])
  })
})

describe('in stealth mode there is no live sound either way (LIVE-62)', () => {
  test('what was under way ends, and who began it is told', async () => {
    await listen()
    await talk()
    tab.app.store.set(enterStealthAtom)
    expect([sent(), tab.voices[0]?.isPlaying, kinds()]).toEqual([null, false, []])
    expect((await refusal('listen-begin')).message).toBe(actRefusals.stealth)
    expect((await refusal('talk-begin')).message).toBe(actRefusals.stealth)
  })

  test('nothing begins, and no tone betrays the camera', async () => {
    tab.app.store.set(enterStealthAtom)
    act('listen-begin')
    act('talk-begin')
    await until(() => expect(viewer.all('act-refused')).toHaveLength(2))
    expect([kinds(), FakeSpeaker.heard, sent()]).toEqual([[], [], null])
    tab.app.store.set(leaveStealthAtom)
    await listen()
  })
})

describe('a recording now (LIVE-64)', () => {
  test('begins at the camera, or is refused in words where motion is off', async () => {
    act('record')
    expect((await refusal('record')).message).toBe(actRefusals.notRecording)
    expect(tab.app.cameras.recorded).toEqual([])
    await tab.watchMotion()
    act('record')
    await until(() => expect(tab.app.cameras.recorded).toEqual([tab.cameraId]))
  })
})

describe('the siren (LIVE-65)', () => {
  async function sound() {
    act('siren-begin')
    await until(() => expect([kinds(), FakeSpeaker.sounding]).toEqual([['siren'], ['square']]))
  }
  /** The speaker's time passes. */
  const play = (seconds: number) => FakeSpeaker.made[0]?.play(seconds)

  test('ends after a minute at the latest, and who began it is told', async () => {
    await sound()
    play(59)
    expect(kinds()).toEqual(['siren'])
    play(2)
    expect(kinds()).toEqual([])
    expect((await refusal('siren-begin')).message).toBe(actRefusals.sirenOver)
  })

  test('is ended by anybody who looks, and at the camera', async () => {
    await sound()
    const other = await tab.openViewer()
    const otherId = await look(other)
    act('siren-end', otherId, other)
    await until(() => expect(kinds()).toEqual([]))
    play(0)
    expect(FakeSpeaker.sounding).toEqual([])

    await sound()
    tab.app.store.set(stopSignAtom, signs()[0] as CameraSign)
    play(0)
    expect([kinds(), FakeSpeaker.sounding]).toEqual([[], []])
    expect((await refusal('siren-begin')).message).toBe(actRefusals.stopped)
  })

  test('goes on without whoever began it, and ends with its camera', async () => {
    await sound()
    viewer.send({ kind: 'end', viewingId, reason: 'left' })
    await until(() => expect(FakePeer.made[0]?.isClosed).toBe(true))
    expect([kinds(), FakeSpeaker.sounding]).toEqual([['siren'], ['square']])
    tab.lose()
    play(0)
    expect([kinds(), FakeSpeaker.sounding]).toEqual([[], []])
  })

  test('is known to everybody who looks, also after the line was lost, until it ends (LIVE-97)', async () => {
    await sound()
    const other = await tab.openViewer()
    const sirenBy = () => other.present[0]?.sirenBy
    await until(() => expect(sirenBy()).toBe(tab.user.email))
    tab.sockets.at(-1)?.terminate()
    await until(() => expect(other.present).toEqual([]))
    await until(() => {
      void tab.clock.advance(500)
      expect(sirenBy()).toBe(tab.user.email)
    })
    tab.app.store.set(stopSignAtom, signs()[0] as CameraSign)
    await until(() => expect(sirenBy()).toBeNull())
  })

  test('of another camera of this machine is refused while it sounds, as nobody could stop it there', async () => {
    await tab.app.store.set(addCameraAtom, { ...door, name: 'Shed' })
    const shed = tab.app.store.get(camerasQueryAtom).data?.find(({ name }) => name === 'Shed')?.id ?? ''
    tab.run(new FakeStream('video', 'audio'), shed)
    const shedId = await look(viewer, shed)
    await sound()
    act('siren-begin')
    act('siren-begin', shedId)
    const { viewingId: refused, message } = await refusal('siren-begin')
    expect([refused, message]).toEqual([shedId, actRefusals.sirenElsewhere(tab.camera.name)])
    const own = viewCamera(tab.app.store, { place: 'large', cameraId: shed }, { width: 640, height: 360 })
    tab.app.store.set(soundSirenAtom, 'large')
    expect(tab.app.toasts.at(-1)?.text).toBe(message)
    expect(tab.app.store.get(soundingSirensAtom)).toEqual(new Set([tab.cameraId]))
    own.end()
    act('siren-end', shedId)
    await viewer.settled()
    expect([kinds(), FakeSpeaker.sounding, viewer.all('act-refused').length]).toEqual([['siren'], ['square'], 1])
  })

  test('is refused where nobody would hear it', async () => {
    FakeSpeaker.isForbidden = true
    act('siren-begin')
    expect((await refusal('siren-begin')).message).toBe(actRefusals.noSpeaker)
    expect(kinds()).toEqual([])
  })
})

describe('at a camera of this very tab (LIVE-99)', () => {
  const PLACE = 'large'
  const store = () => tab.app.store
  const toasts = () => tab.app.toasts.map(({ text }) => text)

  test('the siren sounds and is stopped as for any viewer, and all who look see it', async () => {
    const own = viewCamera(store(), { place: PLACE, cameraId: tab.cameraId }, { width: 640, height: 360 })
    store().set(soundSirenAtom, PLACE)
    await until(() => expect([kinds(), FakeSpeaker.sounding]).toEqual([['siren'], ['square']]))
    expect(store().get(soundingSirensAtom)).toEqual(new Set([tab.cameraId]))
    await until(() => expect(viewer.present[0]?.sirenBy).toEqual(expect.any(String)))
    store().set(stopSirenAtom, PLACE)
    await until(() => expect(viewer.present[0]?.sirenBy).toBeNull())
    expect([kinds(), toasts()]).toEqual([[], []])
    own.end()
  })

  test('a clip is recorded, or it is said why not', async () => {
    const own = viewCamera(store(), { place: PLACE, cameraId: tab.cameraId }, { width: 640, height: 360 })
    store().set(recordNowAtom, PLACE, tab.camera)
    expect(toasts()).toEqual([actRefusals.notRecording])
    await tab.watchMotion()
    store().set(recordNowAtom, PLACE, tab.camera)
    expect(tab.app.cameras.recorded).toEqual([tab.cameraId])
    expect(toasts().at(-1)).toBe(liveSentences.recording(tab.camera.name))
    own.end()
  })
})
