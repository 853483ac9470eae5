import { beforeEach, describe, expect, it } from 'vitest'
import { DIRECT_STALL_MS } from '../../../src/engine/live/direct-receiver'
import { DIRECT_FIRST_RETRY_MS, DIRECT_LAST_RETRY_MS, LiveReceiver } from '../../../src/engine/live/live-receiver'
import { RELAY_STALL_MS } from '../../../src/engine/live/relay-player'
import { type FakeViewer, fakeTrack, fakeViewer } from '../../support/browser/fake-viewer'
import { type ManualClock, manualClock } from '../../support/manual-clock'

const RELAY_AFTER_MS = 700

let clock: ManualClock
let viewer: FakeViewer
let told: string[]
let delays: (number | null)[]
beforeEach(() => {
  clock = manualClock()
  viewer = fakeViewer(clock)
  told = []
  delays = []
})

const options = { iceServers: [{ urls: 'stun:s.example' }], relayAfterMs: RELAY_AFTER_MS, hubAheadMs: () => 0 }
const open = () =>
  new LiveReceiver(options, viewer.receiver, {
    onOffer: (sdp) => void told.push(`offer ${sdp}`),
    onCandidate: (candidate) => void told.push(`candidate ${candidate?.candidate}`),
    onRelayWanted: (isWanted) => void told.push(isWanted ? 'relay wanted' : 'relay not wanted'),
    onPicture: ({ way, hasSound }) => void told.push(hasSound ? `${way} with sound` : way),
    onNoPicture: () => void told.push('nothing'),
    onFigures: ({ delayMs }) => void delays.push(delayMs),
    onUnable: () => void told.push('unable'),
  })

const format = { codec: 'vp8', width: 640, height: 360 }
const picture = (type: 'key' | 'delta', ageMs = 0) =>
  ({ type, takenAtMs: clock.nowMs() - ageMs, data: new Uint8Array(8) }) as const
const sinceOffer = () => told.splice(0)

async function openAndOffer() {
  const receiver = open()
  await clock.advance(0)
  sinceOffer()
  return receiver
}

/** One whose picture comes directly. */
async function openFlowing() {
  const receiver = await openAndOffer()
  receiver.answer('the answer')
  viewer.latest.flow()
  await clock.advance(100)
  sinceOffer()
  return receiver
}

describe('a viewer of a camera', () => {
  it('offers to receive a picture and sound, and to send its microphone, at once (LIVE-71)', async () => {
    open()
    await clock.advance(0)
    expect(viewer.latest.transceivers).toEqual([
      { kind: 'video', direction: 'recvonly', track: null },
      { kind: 'audio', direction: 'sendrecv', track: null },
    ])
    expect(viewer.latest.configuration.iceServers).toEqual([{ urls: 'stun:s.example' }])
    expect(told.toSorted()).toEqual(['candidate here', 'offer the offer'])
  })

  it('keeps candidates that come before the answer (LIVE-71)', async () => {
    const receiver = await openAndOffer()
    receiver.addCandidate({ candidate: 'early' })
    expect(viewer.latest.candidates).toEqual([])
    receiver.answer('the answer')
    receiver.addCandidate({ candidate: 'late' })
    await clock.advance(0)
    expect(viewer.latest.candidates.map(({ candidate }) => candidate).toSorted()).toEqual(['early', 'late'])
  })

  it('asks for no relay where the direct picture is there in time (LIVE-71)', async () => {
    const receiver = await openAndOffer()
    receiver.answer('the answer')
    await clock.advance(100)
    viewer.latest.flow(['video', 'audio'])
    await clock.advance(2_000)
    expect(sinceOffer().slice(0, 1)).toEqual(['direct with sound'])
  })

  it('asks for the relay beside it where that takes long, and drops it once it is there (LIVE-71)', async () => {
    const receiver = await openAndOffer()
    receiver.answer('the answer')
    await clock.advance(RELAY_AFTER_MS)
    expect(sinceOffer()).toEqual(['relay wanted'])
    receiver.setRelayFormat(format)
    receiver.takeRelayed(picture('key', 180))
    expect(sinceOffer()).toEqual(['relay'])
    viewer.latest.flow()
    await clock.advance(100)
    expect(sinceOffer()).toEqual(['direct', 'relay not wanted'])
    expect(viewer.decoders.map(({ isClosed }) => isClosed)).toEqual([true])
  })

  it('asks for the relay at once when the direct picture stops, and when the camera refuses it (LIVE-71)', async () => {
    await openFlowing()
    await clock.advance(DIRECT_STALL_MS + 1_000)
    expect(sinceOffer()).toEqual(['relay wanted', 'nothing'])
    viewer.latest.framesDecoded = 9
    await clock.advance(1_000)
    expect(sinceOffer()).toEqual(['direct', 'relay not wanted'])
    const refused = await openAndOffer()
    refused.noDirect()
    expect([sinceOffer(), viewer.latest.isClosed]).toEqual([['relay wanted'], true])
  })

  it('goes on by the relay when the connection fails or the answer is nonsense (LIVE-71)', async () => {
    await openFlowing()
    viewer.latest.fail()
    expect([sinceOffer(), viewer.latest.isClosed]).toEqual([['relay wanted', 'nothing'], true])
    const other = await openAndOffer()
    other.answer('nonsense')
    await clock.advance(0)
    expect(sinceOffer()).toEqual(['relay wanted'])
  })

  it('without WebRTC looks by the relay alone, and says so where it has no decoder either (LIVE-71)', async () => {
    viewer.hasWebRtc = false
    open()
    await clock.advance(0)
    expect(sinceOffer()).toEqual(['offer null', 'relay wanted'])
    viewer.hasWebCodecs = false
    open()
    await clock.advance(0)
    expect(sinceOffer()).toEqual(['offer null', 'unable'])
  })

  it('looks by the relay where the browser opens no connection more, and directly once it does (LIVE-71, LIVE-94)', async () => {
    viewer.isFull = true
    open()
    await clock.advance(0)
    expect(sinceOffer()).toEqual(['offer null', 'relay wanted'])
    await clock.advance(DIRECT_FIRST_RETRY_MS)
    expect(sinceOffer()).toEqual([])
    viewer.isFull = false
    await clock.advance(2 * DIRECT_FIRST_RETRY_MS)
    expect(sinceOffer()).toEqual(['offer the offer', 'candidate here'])
  })

  it('tells how old its pictures are by either way, and nothing of a clock that is off (LIVE-74)', async () => {
    await openFlowing()
    viewer.latest.framesDecoded = 11
    await clock.advance(1_000)
    // A frame and a half at 20 a second to be encoded, 10 ms on the way, 30 to be decoded.
    expect(delays[0]).toBeCloseTo(75 + 10 + 30)
    const relayed = await openAndOffer()
    await clock.advance(RELAY_AFTER_MS)
    relayed.setRelayFormat(format)
    delays = []
    const second = async (ageMs: number) => {
      for (let count = 0; count < 11; count++) {
        relayed.takeRelayed(picture('key', ageMs))
        await clock.advance(100)
      }
    }
    await second(180)
    await second(-400)
    expect(delays).toEqual([180, null])
  })

  it('has the camera hear its microphone without another offer, and only directly (LIVE-80)', async () => {
    const track = fakeTrack('audio')
    expect(await (await openAndOffer()).setMicrophone(track)).toBe(true)
    const receiver = await openFlowing()
    expect(await receiver.setMicrophone(track)).toBe(true)
    expect(viewer.latest.transceivers[1]?.track).toBe(track)
    await receiver.setMicrophone(null)
    expect(viewer.latest.transceivers[1]?.track).toBeNull()
    receiver.noDirect()
    expect(await receiver.setMicrophone(track)).toBe(false)
  })

  it('tries a direct way again by itself, later each time, while the relay goes on (LIVE-94)', async () => {
    const receiver = await openAndOffer()
    receiver.noDirect()
    receiver.setRelayFormat(format)
    receiver.takeRelayed(picture('key'))
    expect(sinceOffer()).toEqual(['relay wanted', 'relay'])
    for (const waitMs of [10_000, 20_000, 40_000, 60_000, 60_000]) {
      const tries = viewer.connections.length
      await clock.advance(waitMs - 1)
      expect(viewer.connections.length).toBe(tries)
      receiver.takeRelayed(picture('key'))
      await clock.advance(1)
      expect(viewer.connections.length).toBe(tries + 1)
      receiver.noDirect()
    }
    expect(told.filter((word) => word.startsWith('offer'))).toHaveLength(5)
    expect(viewer.connections.every(({ isClosed }) => isClosed)).toBe(true)
  })

  it('tells what belongs to another try after its offer, drops the relay once that flows, and begins anew (LIVE-94)', async () => {
    const receiver = await openFlowing()
    await clock.advance(0)
    viewer.latest.fail()
    receiver.setRelayFormat(format)
    receiver.takeRelayed(picture('key'))
    sinceOffer()
    await clock.advance(DIRECT_FIRST_RETRY_MS)
    expect(sinceOffer().filter((word) => !word.startsWith('relay') && word !== 'nothing')).toEqual([
      'offer the offer',
      'candidate here',
    ])
    expect(await receiver.setMicrophone(fakeTrack('audio'))).toBe(false)
    receiver.takeRelayed(picture('key'))
    sinceOffer()
    receiver.answer('the second answer')
    viewer.latest.flow()
    await clock.advance(100)
    expect(sinceOffer()).toEqual(['direct', 'relay not wanted'])
    // It held for a minute: the next wait is a short one again.
    for (let passed = 0; passed < DIRECT_LAST_RETRY_MS; passed += 1_000) {
      viewer.latest.framesDecoded = (viewer.latest.framesDecoded ?? 0) + 15
      await clock.advance(1_000)
    }
    const tries = viewer.connections.length
    viewer.latest.fail()
    await clock.advance(DIRECT_FIRST_RETRY_MS)
    expect(viewer.connections.length).toBe(tries + 1)
  })

  it('waits longer for the next try where the direct picture was soon gone again, not counting a stall as its end (LIVE-94)', async () => {
    const receiver = await openFlowing()
    const flowFor = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed++) {
        viewer.latest.framesDecoded = (viewer.latest.framesDecoded ?? 0) + 15
        await clock.advance(1_000)
      }
    }
    const flowAnewAfter = async (waitMs: number) => {
      viewer.latest.fail()
      const tries = viewer.connections.length
      await clock.advance(waitMs - 1)
      expect(viewer.connections.length).toBe(tries)
      await clock.advance(1)
      expect(viewer.connections.length).toBe(tries + 1)
      receiver.answer('another answer')
      viewer.latest.flow()
      await clock.advance(100)
    }
    await flowAnewAfter(DIRECT_FIRST_RETRY_MS)
    await flowFor(2)
    await flowAnewAfter(2 * DIRECT_FIRST_RETRY_MS)
    await flowFor(40)
    await clock.advance(DIRECT_STALL_MS + 1_000)
    await flowFor(20)
    await flowAnewAfter(DIRECT_FIRST_RETRY_MS)
  })

  it('gives a try up that nobody answers (LIVE-94)', async () => {
    const receiver = await openAndOffer()
    receiver.noDirect()
    await clock.advance(DIRECT_FIRST_RETRY_MS)
    const unanswered = viewer.latest
    await clock.advance(20_000)
    expect(unanswered.isClosed).toBe(true)
  })

  it('without the relay waits for another direct way where there was one (LIVE-94)', async () => {
    viewer.hasWebCodecs = false
    await openFlowing()
    viewer.latest.fail()
    expect(sinceOffer()).toEqual(['nothing'])
  })

  it('without the relay cannot look once the first try is over, and not before (LIVE-71)', async () => {
    viewer.hasWebCodecs = false
    const receiver = await openAndOffer()
    await clock.advance(RELAY_AFTER_MS)
    expect(sinceOffer()).toEqual([])
    receiver.noDirect()
    expect(sinceOffer()).toEqual(['unable'])
  })

  it('closes everything, and says nothing any more (LIVE-71)', async () => {
    const receiver = await openAndOffer()
    await clock.advance(RELAY_AFTER_MS)
    receiver.setRelayFormat(format)
    receiver.takeRelayed(picture('key'))
    sinceOffer()
    receiver.close()
    viewer.latest.flow()
    await clock.advance(10_000)
    expect([told, viewer.latest.isClosed, viewer.decoders[0]?.isClosed]).toEqual([[], true, true])
    const waiting = await openAndOffer()
    waiting.noDirect()
    waiting.close()
    expect(clock.pending()).toEqual([])
  })
})

describe('the relay', () => {
  async function openRelay() {
    const receiver = await openAndOffer()
    receiver.noDirect()
    receiver.setRelayFormat(format)
    sinceOffer()
    return receiver
  }

  it('begins at a whole picture (LIVE-71)', async () => {
    const receiver = await openRelay()
    receiver.takeRelayed(picture('delta'))
    expect([told, viewer.decoders.length]).toEqual([[], 0])
    receiver.takeRelayed(picture('key'))
    receiver.takeRelayed(picture('delta'))
    expect([told, viewer.decoders[0]?.decoded.length]).toEqual([['relay'], 2])
  })

  it('leaves pictures out until the next whole one where the decoder is behind (LIVE-71)', async () => {
    const receiver = await openRelay()
    receiver.takeRelayed(picture('key'))
    const [decoder] = viewer.decoders
    if (decoder === undefined) throw new Error('no decoder')
    decoder.waiting = 8
    receiver.takeRelayed(picture('delta'))
    decoder.waiting = 0
    receiver.takeRelayed(picture('delta'))
    receiver.takeRelayed(picture('key'))
    expect(decoder.decoded.map(({ type }) => type)).toEqual(['key', 'key'])
  })

  it('asks for a whole picture when the decoder breaks, and gives up when it breaks again and again (LIVE-71)', async () => {
    const receiver = await openRelay()
    receiver.takeRelayed(picture('key'))
    viewer.decoders[0]?.events.onError(new Error('broken'))
    expect(sinceOffer()).toEqual(['relay', 'relay wanted'])
    viewer.decodersFail = true
    receiver.takeRelayed(picture('key'))
    expect(sinceOffer()).toEqual(['relay wanted'])
    receiver.takeRelayed(picture('key'))
    expect(sinceOffer()).toEqual(['relay not wanted', 'nothing', 'unable'])
  })

  it('says when nothing comes, and goes on when it comes again (LIVE-71)', async () => {
    const receiver = await openRelay()
    receiver.takeRelayed(picture('key'))
    sinceOffer()
    await clock.advance(RELAY_STALL_MS)
    expect(sinceOffer()).toEqual(['nothing', 'relay wanted'])
    receiver.takeRelayed(picture('delta'))
    expect(sinceOffer()).toEqual(['relay'])
  })
})

it('says how old the picture through the hub is also once the clock was set back', async () => {
  let setBackMs = 0
  viewer = fakeViewer({ after: clock.after, nowMs: () => clock.nowMs() - setBackMs })
  const receiver = await openAndOffer()
  await clock.advance(RELAY_AFTER_MS)
  receiver.setRelayFormat(format)
  const showFor = async (ms: number) => {
    for (let atMs = 0; atMs < ms; atMs += 100) {
      receiver.takeRelayed(picture('key', 180 + setBackMs))
      await clock.advance(100)
    }
    return delays.splice(0).length
  }
  expect(await showFor(3_000)).toBe(2)
  setBackMs = 3_600_000
  expect(await showFor(3_000)).toBe(2)
})
