import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import { labelGroup } from '../../contract/detection'
import { type Day, dayOf } from '../../lib/day'
import type { LabelGroup } from '../../lib/label'
import { counted } from '../../lib/words'
import { servicesAtom } from '../services'
import { type KeyValueStorage, keepText } from '../session-store'
import { camerasQueryAtom } from './camera-list'

/**
 * How many clips of a camera were not kept today because they showed nothing that was chosen (LABEL-09). Counted in the
 * browser that runs the camera, by the days of its own clock: what is not uploaded, the hub never hears of.
 */
const keyOf = (cameraId: string) => `left-out:${cameraId}`

/** `2026-03-10:12`; the count of another day is none. */
function readCount(storage: KeyValueStorage, cameraId: string, today: Day): number {
  const [day, count] = (storage.getItem(keyOf(cameraId)) ?? '').split(':')
  return day === today && /^\d{1,9}$/.test(count ?? '') ? Number(count) : 0
}

/** Counts changes of what is kept, so that the atom below reads it anew. */
const changesAtom = atom(0)

/**
 * By camera id; a camera of which none was left out is not in it. Read anew with the list of cameras, too, so that
 * yesterday's do not stay for long.
 */
export const leftOutTodayAtom = atom((get): ReadonlyMap<string, number> => {
  get(changesAtom)
  const { storage, nowMs } = get(servicesAtom)
  const today = dayOf(nowMs())
  const counts = (get(camerasQueryAtom).data ?? []).map(({ id }) => [id, readCount(storage, id, today)] as const)
  return new Map(counts.filter(([, count]) => count > 0))
})

/** A clip of a camera was left out. */
export const noteLeftOutAtom = atom(null, (get, set, cameraId: string) => {
  const { storage, nowMs } = get(servicesAtom)
  const today = dayOf(nowMs())
  keepText(storage, keyOf(cameraId), `${today}:${readCount(storage, cameraId, today) + 1}`)
  set(changesAtom, (count) => count + 1)
})

/** Another tab changed what is kept under `key`, or everything (null). */
export const noteLeftOutElsewhereAtom = atom(null, (_get, set, key: string | null) => {
  if (key === null || key.startsWith(keyOf(''))) set(changesAtom, (count) => count + 1)
})

const words = { person: 'people', animal: 'animals', vehicle: 'vehicles' } as const satisfies Record<LabelGroup, string>

/** `12 clips without people or animals left out today`; where all are kept again, it does not say without what. */
export function leftOutSentence(count: number, keepClipsOf: Camera['keepClipsOf']): string {
  const names = labelGroup.options.filter((group) => keepClipsOf?.includes(group)).map((group) => words[group])
  const without = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')
  return `${counted(count, 'clip')}${without && ` without ${without}`} left out today`
}
