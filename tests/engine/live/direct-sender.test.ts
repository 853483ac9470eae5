import { describe, expect, it } from 'vitest'
import { FakeStream } from '../../support/browser/fake-media'
import { startDirect } from '../../support/live/direct-sender'
import { settled } from '../../support/manual-clock'

/** Answered, and connected. */
async function connected(...options: Parameters<typeof startDirect>) {
  const direct = startDirect(...options)
  await settled()
  direct.peer.turn('connected')
  return direct
}

describe('a direct viewer', () => {
  it('is sent the camera’s own track, which is opened no second time, nor ended with it (LIVE-50)', async () => {
    const { sender, peer, stream, told } = await connected()
    expect(told.answers).toEqual(['answer'])
    expect(peer.of('video').sender.track).toBe(stream.getVideoTracks()[0])
    expect(peer.of('video').direction).toBe('sendonly')
    sender.close()
    expect([peer.isClosed, stream.isLive]).toEqual([true, true])
  })

  it('is offered what is cheaper here first (LIVE-52)', async () => {
    expect((await connected({}, { isH264Cheap: true })).peer.of('video').codecs).toEqual(['video/H264', 'video/VP8'])
    expect((await connected({}, { isH264Cheap: false })).peer.of('video').codecs).toEqual(['video/VP8', 'video/H264'])
  })

  it('is answered also by an old browser, which takes no order of codecs (LIVE-50)', async () => {
    const { peer, told } = startDirect()
    Object.assign(peer.of('video'), { setCodecPreferences: undefined })
    await settled()
    expect([told.answers, told.failures]).toEqual([['answer'], []])
  })

  it('gets no more than it shows, and another size without another negotiation (LIVE-51)', async () => {
    const { sender, peer, stream, told } = await connected()
    const [track] = stream.getVideoTracks()
    Object.assign(track ?? {}, { getSettings: () => ({ width: 1280, height: 720 }) })
    sender.setSize({ width: 320, height: 180 })
    await settled()
    expect(peer.of('video').sender.encoding).toMatchObject({ scaleResolutionDownBy: 4, maxFramerate: 15 })
    sender.setPace({ framesPerSec: 7, shrinkBy: 2 })
    await settled()
    expect(peer.of('video').sender.encoding).toMatchObject({ scaleResolutionDownBy: 8, maxFramerate: 7 })
    expect(told.answers).toHaveLength(1)
  })

  it('goes on with the track of a camera that was opened anew (LIVE-59)', async () => {
    const { sender, peer } = await connected()
    const anew = new FakeStream('video', 'audio')
    sender.setStream(anew.asMediaStream)
    expect(peer.of('video').sender.track).toBe(anew.getVideoTracks()[0])
    expect(peer.of('audio').sender.track).toBeNull()
  })

  it('gets no more than it shows of another device either, which browsers take in a moment (LIVE-51, LIVE-59)', async () => {
    const { sender, peer, stream } = await connected()
    const sized = (of: FakeStream, width: number, height: number) =>
      Object.assign(of.getVideoTracks()[0] ?? {}, { getSettings: () => ({ width, height }) })
    sized(stream, 640, 360)
    const video = peer.of('video').sender
    const replace = video.replaceTrack.bind(video)
    video.replaceTrack = async (track) => {
      await settled()
      return replace(track)
    }
    const other = new FakeStream('video')
    sized(other, 1_920, 1_080)
    sender.setStream(other.asMediaStream)
    await settled()
    await settled()
    expect(video.encoding).toMatchObject({ scaleResolutionDownBy: 3 })
  })

  it('hears nothing until it is let, and nothing after (LIVE-60)', async () => {
    const { sender, peer, stream } = await connected()
    expect(peer.of('audio').sender.track).toBeNull()
    sender.setHeard(true)
    expect(peer.of('audio').sender.track).toBe(stream.getAudioTracks()[0])
    sender.setHeard(false)
    expect(peer.of('audio').sender.track).toBeNull()
  })

  it('hears nothing, and is not heard, where it may not (LIVE-60)', async () => {
    const { sender, peer } = await connected({ mayHear: false })
    sender.setHeard(true)
    expect([peer.of('audio').direction, peer.of('audio').sender.track]).toEqual(['inactive', null])
    expect(sender.voice).toBeNull()
  })

  it('may have asked for no sound at all', async () => {
    const { sender, told } = await connected({ offer: 'video' })
    sender.setHeard(true)
    expect([told.answers.length, sender.voice]).toEqual([1, null])
  })

  it('and the camera tell each other the ways that they find', async () => {
    const { sender, peer, told } = startDirect({ iceServers: [{ urls: 'stun:example.org' }] })
    sender.addCandidate({ candidate: 'theirs' })
    sender.addCandidate(null)
    peer.find('ours')
    peer.find(null)
    await settled()
    expect([peer.added, told.candidates]).toEqual([
      [{ candidate: 'theirs' }],
      [{ candidate: 'ours', sdpMid: '0' }, null],
    ])
    expect(peer.iceServers).toEqual([{ urls: 'stun:example.org' }])
  })
})

describe('a player that takes no candidates later (LIVE-67)', () => {
  it('is answered once all of the network’s are known, and sent none', async () => {
    const { peer, told } = startDirect({ isComplete: true })
    await settled()
    expect(told.answers).toEqual([])
    peer.find('ours')
    peer.gathered()
    await settled()
    expect([told.answers, told.candidates]).toEqual([['answer with candidates'], []])
  })

  it('is answered after two seconds with what is known', async () => {
    const { clock, told } = startDirect({ isComplete: true })
    await clock.advance(1_999)
    expect(told.answers).toEqual([])
    await clock.advance(1)
    expect(told.answers).toEqual(['answer'])
  })
})

describe('a direct way that does not hold (LIVE-55)', () => {
  it('is given up after five seconds, and closed', async () => {
    const { clock, peer, told } = await connected()
    peer.turn('disconnected')
    await clock.advance(3_000)
    peer.turn('failed')
    await clock.advance(1_999)
    expect(told.failures).toHaveLength(0)
    await clock.advance(1)
    expect([told.failures.length, peer.isClosed]).toEqual([1, true])
  })

  it('goes on where it comes back in time', async () => {
    const { clock, peer, told } = await connected()
    peer.turn('disconnected')
    await clock.advance(4_900)
    peer.turn('connected')
    await clock.advance(60_000)
    expect([told.failures.length, peer.isClosed, clock.pending()]).toEqual([0, false, []])
  })

  it('is given up where it has not come about in fifteen seconds', async () => {
    const { clock, peer, told } = startDirect()
    await clock.advance(14_999)
    expect(told.failures).toHaveLength(0)
    await clock.advance(1)
    expect([told.failures.length, peer.isClosed]).toEqual([1, true])
  })

  it('is given up at once where the offer cannot be read, or asks for no picture', async () => {
    for (const offer of ['nonsense', 'audio']) {
      const { peer, told } = startDirect({ offer })
      await settled()
      expect([told.failures.length, told.answers, peer.isClosed]).toEqual([1, [], true])
    }
  })

  it('says nothing any more once it was closed (LIVE-68)', async () => {
    const { sender, peer, told, clock } = startDirect()
    sender.close()
    peer.find('ours')
    peer.turn('failed')
    await clock.advance(60_000)
    expect([told.answers, told.candidates, told.failures, clock.pending()]).toEqual([[], [], [], []])
  })
})
