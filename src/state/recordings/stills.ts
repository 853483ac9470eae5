import { atom } from 'jotai/vanilla'
import { MAX_STILLS } from '../../contract/descriptions'
import { thumbnailMomentOf } from '../../contract/detection'
import { CLIP_PRE_ROLL_MS } from '../../contract/limits'
import type { ClipDetection, WaitingClip } from '../../outbox/waiting-clip'
import { camerasQueryAtom } from '../cameras/camera-list'
import { canDescribeAtom } from '../cameras/cameras'
import { servicesAtom } from '../services'

/** Stills that are closer show the same. */
const LEAST_GAP_MS = 700
/** Where nothing was recognised: what moved is in the picture then. */
const UNSEEN_MOMENTS_MS = [CLIP_PRE_ROLL_MS + 500, CLIP_PRE_ROLL_MS + 3_500, CLIP_PRE_ROLL_MS + 7_500] as const

/** Which moments of a clip say most: the best look at what was seen for longest, the first and the last of anything. */
export function stillMoments(detections: readonly ClipDetection[]): readonly number[] {
  const best = thumbnailMomentOf([...detections])
  if (best === null) return UNSEEN_MOMENTS_MS
  const times = detections.map(({ atMs }) => atMs)
  const chosen: number[] = []
  for (const atMs of [best, Math.min(...times), Math.max(...times)]) {
    if (chosen.every((other) => Math.abs(other - atMs) >= LEAST_GAP_MS)) chosen.push(atMs)
  }
  return chosen.sort((a, b) => a - b).slice(0, MAX_STILLS)
}

/** Those of the clip that was asked for last: where its upload fails, it is not decoded again for the next try. */
const takenAtom = atom<{ readonly clipId: string; readonly stills: readonly Blob[] } | null>(null)

/** The stills that go with a clip: of cameras whose events a model describes, and of no others (VIS-03). */
export const stillsOfClipAtom = atom(null, async (get, set, clip: WaitingClip): Promise<readonly Blob[]> => {
  const isWanted = () =>
    get(canDescribeAtom) && get(camerasQueryAtom).data?.find(({ id }) => id === clip.cameraId)?.isDescribed === true
  if (!isWanted()) return []
  const before = get(takenAtom)
  const stills =
    before?.clipId === clip.id
      ? before.stills
      : await get(servicesAtom).takeStills(clip.content, stillMoments(clip.detections))
  // Switched off while the clip was read.
  if (!isWanted()) return []
  set(takenAtom, { clipId: clip.id, stills })
  return stills
})
