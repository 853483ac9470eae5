import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FarHubs } from '../../../server/live/far/far-hubs'
import { hearRequest } from '../../../server/live/hear-request'
import { ProcessPeers } from '../../../server/peers/process-peers'
import { lossy, openMeetingPlace } from '../support/together/meeting-place'
import { openSwitchboard, settled, type TestTab, testTab } from '../support/together/switchboards'

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] }),
)
afterEach(() => vi.useRealTimers())

test('a hub that is not heard for 3.5 s, as one that was killed, counts as gone, once (SCALE-11)', () => {
  const gone: string[] = []
  let beats = 0
  const hubs = new FarHubs({ beat: () => (beats += 1), onGone: (hub) => gone.push(hub) })
  expect([hubs.note('killed'), hubs.note('there'), hubs.note('there')]).toEqual([true, true, false])
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1_000)
    hubs.note('there')
  }
  expect(gone).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(gone).toEqual(['killed'])
  hubs.lose('there')
  hubs.lose('there')
  expect(gone).toEqual(['killed', 'there'])
  expect(beats).toBe(4)
  hubs.close()
  vi.advanceTimersByTime(10_000)
  expect(beats).toBe(4)
  expect(hubs.note('killed')).toBe(true)
})

describe('two hubs whose tabs offer one camera', () => {
  const FRONT = randomUUID()
  /** Both, and what passes between them: messages of their rooms, by hub. */
  function openBoth() {
    const place = openMeetingPlace()
    const told: string[] = []
    const listening = new ProcessPeers({ line: place.line(), log: { info: () => undefined, warn: () => undefined } })
    listening.hear('live', (message) => {
      const { kind, hub } = JSON.parse(String(message))
      if (kind === 'room') told.push(hub)
    })
    const hubs = [openSwitchboard(place.line(), [FRONT]), openSwitchboard(place.line(), [FRONT])] as const
    const close = () => Promise.all([...hubs, listening].map((each) => each.close()))
    return { hubs, told, close }
  }
  const lookBy = async (hub: ReturnType<typeof openSwitchboard>) => {
    const viewer = testTab('viewer')
    const { room, leave } = hub.enter(viewer)
    const request = { viewingId: randomUUID(), cameraId: FRONT, size: { width: 1, height: 1 }, offer: null }
    await room.view({ viewer, request, isProgram: false, tierNow: async () => 'PRO' })
    await settled()
    const ends = viewer.heard.filter(({ kind }) => kind === 'end')
    leave()
    return ends
  }
  const isAsked = ({ heard }: TestTab) => heard.some(({ kind }) => kind === 'viewing')

  test('at once say so once each, and ask the same one of the two (SCALE-10)', async () => {
    const { hubs, told, close } = openBoth()
    const tabs = [testTab('a'), testTab('b')] as const
    const rooms = [hubs[0].enter(tabs[0]).room, hubs[1].enter(tabs[1]).room] as const
    // Each has heard of the other.
    vi.advanceTimersByTime(1_000)
    await settled()
    await Promise.all([rooms[0].offer(tabs[0], [FRONT]), rooms[1].offer(tabs[1], [FRONT])])
    await settled()
    expect([told.length, new Set(told).size]).toEqual([2, 2])
    const asked = []
    for (const hub of hubs) {
      for (const { heard } of tabs) heard.length = 0
      expect(await lookBy(hub)).toEqual([])
      asked.push(tabs.map(isAsked))
    }
    expect(asked[0]?.filter(Boolean)).toHaveLength(1)
    expect(asked[1]).toEqual(asked[0])
    await close()
  })

  test('one after the other ask the later, and the other once that has gone (SCALE-10)', async () => {
    const { hubs, close } = openBoth()
    const tabs = [testTab('a'), testTab('b')] as const
    const entered = [hubs[0].enter(tabs[0]), hubs[1].enter(tabs[1])] as const
    for (const [n, { room }] of entered.entries()) {
      await room.offer(tabs[n === 0 ? 0 : 1], [FRONT])
      await settled()
    }
    await lookBy(hubs[0])
    expect(tabs.map(isAsked)).toEqual([false, true])
    entered[1].leave()
    await settled()
    await lookBy(hubs[1])
    expect(tabs.map(isAsked)).toEqual([true, true])
    await close()
  })

  test('tell nobody of what is no camera of the workspace (SCALE-10)', async () => {
    const { hubs, told, close } = openBoth()
    const tab = testTab('a')
    await hubs[0].enter(tab).room.offer(tab, [randomUUID()])
    await settled()
    expect(told).toEqual([])
    await close()
  })
})

describe('two hubs that lost what they told each other for a moment', () => {
  const FRONT = randomUUID()
  const SHED = randomUUID()
  /** Changes of presence that come soon after another are told together, at each hub. */
  const pass = async () => {
    for (let hub = 0; hub < 2; hub++) {
      await settled()
      vi.advanceTimersByTime(100)
    }
    await settled()
  }

  test('know no tab, siren or viewer any more that is gone since then; who is still there stays (SCALE-06)', async () => {
    const place = openMeetingPlace()
    const line = lossy(place.line())
    const [a, b] = [openSwitchboard(line, [FRONT, SHED]), openSwitchboard(place.line(), [FRONT, SHED])]
    const [front, shed, stays, goes] = [testTab('front'), testTab('shed'), testTab(randomUUID()), testTab(randomUUID())]
    const atFront = a.enter(front)
    const atShed = b.enter(shed)
    await atFront.room.offer(front, [FRONT])
    await atShed.room.offer(shed, [SHED])
    atShed.room.noteSiren(shed, SHED, 'bob@example.org')
    const staying = b.enter(stays)
    const going = b.enter(goes)
    await settled()
    for (const [viewer, { room }] of [[stays, staying] as const, [goes, going] as const]) {
      const request = { viewingId: viewer.who, cameraId: FRONT, size: { width: 1, height: 1 }, offer: null }
      await room.view({ viewer, request, isProgram: false, tierNow: async () => 'PRO' })
    }
    going.room.wantRelay(goes, goes.who, true)
    await pass()
    const presence = () => front.heard.findLast((news) => news.kind === 'presence')?.cameras
    expect(presence()?.map(({ cameraId, sirenBy, viewers }) => [cameraId, sirenBy, viewers.length])).toEqual([
      [FRONT, null, 2],
      [SHED, 'bob@example.org', 0],
    ])
    expect(front.heard.some(({ kind }) => kind === 'relay-begin')).toBe(true)

    line.lose()
    going.leave()
    atShed.leave()
    await settled()
    line.mend()
    await pass()
    expect(presence()).toMatchObject([{ cameraId: FRONT, viewers: [{ viewingId: stays.who }] }])
    expect(front.heard.filter(({ kind }) => kind === 'end')).toMatchObject([{ viewingId: goes.who }])
    expect(front.heard.filter(({ kind }) => kind === 'relay-end')).toHaveLength(1)
    for (const hub of [a, b]) await hub.close()
  })

  test('are rid of a workspace whose last tab went meanwhile (SCALE-06)', async () => {
    const place = openMeetingPlace()
    const line = lossy(place.line())
    const [a, b] = [openSwitchboard(line, [FRONT]), openSwitchboard(place.line(), [FRONT])]
    const [front, viewer] = [testTab('front'), testTab('viewer')]
    const atFront = a.enter(front)
    b.enter(viewer)
    await atFront.room.offer(front, [FRONT])
    await pass()
    const present = () => viewer.heard.findLast((news) => news.kind === 'presence')?.cameras.length
    expect(present()).toBe(1)
    line.lose()
    atFront.leave()
    line.mend()
    await pass()
    expect(present()).toBe(0)
    for (const hub of [a, b]) await hub.close()
  })
})

describe('players at a hub where no tab of their workspace is', () => {
  const FRONT = randomUUID()
  /** A camera at one hub, and the players at another. */
  async function openBoth() {
    const place = openMeetingPlace()
    const [a, b] = [openSwitchboard(place.line(), [FRONT]), openSwitchboard(place.line(), [FRONT])]
    const camera = testTab('front')
    const { room } = a.enter(camera)
    await room.offer(camera, [FRONT])
    await settled()
    /** It answers whoever has asked since. */
    const answer = async () => {
      await settled()
      for (const news of camera.heard.splice(0)) {
        if (news.kind !== 'viewing') continue
        await hearRequest(room, camera, async () => null, { kind: 'answer', viewingId: news.viewingId, sdp: 'v=0' })
      }
      await settled()
    }
    const close = async () => {
      for (const hub of [a, b]) await hub.close()
    }
    return { a, b, answer, close }
  }

  test('are answered, also while another of them is refused (LIVE-40, SCALE-10)', async () => {
    const { b, answer, close } = await openBoth()
    const refused = b.programs.begin(randomUUID(), 0)
    const looking = b.programs.begin(FRONT, 20)
    expect((await refused).outcome).toMatchObject({ kind: 'end', reason: 'no-camera' })
    await answer()
    vi.advanceTimersByTime(10_000)
    expect((await looking).outcome.kind).toBe('answer')
    await close()
  })

  test('are known to the other hubs, also right after the last one before them went (SCALE-10)', async () => {
    const { a, b, answer, close } = await openBoth()
    const begun = async () => {
      const looking = b.programs.begin(FRONT, 0)
      await answer()
      return (await looking).viewingId
    }
    b.programs.end(FRONT, await begun())
    // The last changes of the one before would be told together 100 ms after the first.
    vi.advanceTimersByTime(50)
    const viewingId = await begun()
    vi.advanceTimersByTime(50)
    await settled()
    expect(a.programs.end(FRONT, viewingId)).toBe(true)
    await close()
  })
})
