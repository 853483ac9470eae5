import { describe, expect, it } from 'vitest'
import type { ExtensionName } from '../../../src/contract/extensions'
import type { WaitingClip } from '../../../src/outbox/waiting-clip'
import { blobToBase64, clipForm } from '../../../src/state/recordings/clip-upload'
import { seededRandom } from '../../support/random'

describe('base64 of a blob', () => {
  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foobar', 'Zm9vYmFy'],
  ])('of %j is %j (RFC 4648, 10)', async (text, base64) => {
    expect(await blobToBase64(new Blob([text]))).toBe(base64)
  })

  it('keeps every byte of a picture of 300,000', async () => {
    const bytes = seededRandom(1).bytes(300_000)
    const base64 = await blobToBase64(new Blob([bytes]))
    expect(Buffer.compare(Buffer.from(base64, 'base64'), bytes)).toBe(0)
  })
})

describe('what a provider is told of a clip', () => {
  const box = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }
  const person = { atMs: 100, box, score: 0.9, label: 'person', track: 0 } as const
  const dog = { atMs: 100, box, score: 0.8, label: 'dog', track: 1 } as const
  const clip: WaitingClip = {
    id: 'clip-1',
    workspaceId: 'home',
    cameraId: 'front',
    content: new Blob(['clip']),
    mediaType: 'video/webm',
    hasAudio: false,
    startedAtMs: 0,
    thumbnail: null,
    refusal: null,
    isRefusedForNow: false,
    detections: [person, dog],
  }
  const toldTo = async (told: WaitingClip, ...offered: readonly ExtensionName[]) => {
    const field = (await clipForm(told, new Set(offered))).get('detections')
    return field === null ? null : JSON.parse(String(field))
  }

  it('is all that was seen, with labels and tracks, where it offers facts (EXT-18)', async () => {
    expect(await toldTo(clip, 'detections', 'facts')).toEqual([person, dog])
  })

  it('is the people alone where it does not: a dog would be a person to it (LABEL-12)', async () => {
    expect(await toldTo(clip, 'detections')).toEqual([{ atMs: 100, box, score: 0.9 }])
    expect(await toldTo({ ...clip, detections: [dog] }, 'detections')).toBeNull()
  })

  it('is nobody where it does not want to know (EXT-02)', async () => {
    expect(await toldTo(clip)).toBeNull()
  })
})
