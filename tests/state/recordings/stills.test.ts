import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { ExtensionName } from '../../../src/contract/extensions'
import type { WaitingClip } from '../../../src/outbox/waiting-clip'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { blobToBase64, clipForm } from '../../../src/state/recordings/clip-upload'
import { stillMoments, stillsOfClipAtom } from '../../../src/state/recordings/stills'
import { startApp, type TestApp } from '../../support/app'
import { equip } from '../../support/outbox'
import { answers, only } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'
import { offering } from '../support/offering'

const box = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }
const look = (atMs: number, score = 0.5) => ({ atMs, box, score, track: 0, label: 'person' as const })

describe('the moments of a clip that are shown to a model (VIS-03)', () => {
  it('are the best look, the first and the last, in order of time', () => {
    expect(stillMoments([look(4_000), look(6_000, 0.9), look(9_000)])).toEqual([4_000, 6_000, 9_000])
  })

  it('are fewer where they lie closer than a picture differs', () => {
    expect(stillMoments([look(4_000, 0.9), look(4_300), look(9_000)])).toEqual([4_000, 9_000])
    expect(stillMoments([look(4_000)])).toEqual([4_000])
  })

  it('follow the beginning of the motion where nothing was recognised', () => {
    expect(stillMoments([])).toEqual([5_500, 8_500, 12_500])
  })
})

describe('the stills of a clip (VIS-03)', () => {
  let app: TestApp
  let clip: WaitingClip
  let camera: Camera
  let asked: (readonly number[])[]
  beforeEach(async () => {
    app = await startApp()
    await app.signIn()
    asked = []
    equip(app.store, {
      takeStills: async (_clip, momentsMs) => {
        asked.push(momentsMs)
        return [new Blob(['one']), new Blob(['two'])]
      },
    })
    camera = await cameraOnHub(app)
    const { id } = camera
    clip = {
      id: 'clip-1',
      workspaceId: 'home',
      cameraId: id,
      content: new Blob(['clip']),
      mediaType: 'video/webm',
      hasAudio: false,
      startedAtMs: 0,
      thumbnail: null,
      refusal: null,
      isRefusedForNow: false,
      detections: [],
    }
  })
  afterEach(() => app.close())

  async function toldOf(isDescribed: boolean | undefined, ...offered: ExtensionName[]) {
    app.backend.play(only('GET /cameras', answers(200, [{ ...camera, isDescribed }])))
    app.backend.play(offering(...offered))
    app.watch(camerasQueryAtom)
    await app.settle()
    return (await app.store.set(stillsOfClipAtom, clip)).length
  }

  it('are taken where its camera is described, once for all tries', async () => {
    expect(await toldOf(true, 'descriptions')).toBe(2)
    expect((await app.store.set(stillsOfClipAtom, clip)).length).toBe(2)
    expect(asked).toEqual([[5_500, 8_500, 12_500]])
  })

  it.each([
    ['it is not', false, ['descriptions']],
    ['the provider says nothing of it', undefined, ['descriptions']],
    ['the provider has no such model', true, ['facts']],
  ] as const)('are not taken where %s', async (_why, isDescribed, offered) => {
    expect(await toldOf(isDescribed, ...offered)).toBe(0)
    expect(asked).toEqual([])
  })

  it('go with the clip as a list, to a provider that offers it alone (EXT-02)', async () => {
    const stills = [new Blob(['one']), new Blob(['two'])]
    const field = async (...offered: ExtensionName[]) => (await clipForm(clip, new Set(offered), stills)).get('stills')
    expect(JSON.parse(String(await field('descriptions')))).toEqual(await Promise.all(stills.map(blobToBase64)))
    expect(await field('clip-details', 'facts')).toBeNull()
    expect((await clipForm(clip, new Set(['descriptions']))).get('stills')).toBeNull()
  })
})
