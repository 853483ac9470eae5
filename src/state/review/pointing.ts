import { atom } from 'jotai/vanilla'
import { HOUR_MS } from '../../lib/durations'
import { type Lane, lastUpTo, nearestEvent } from './lanes'
import { clipOfKeyAtom, pointAtFilmAtom } from './links'
import { reviewCursorAtom, reviewLanesAtom, reviewSpanAtom, toldSpanAtom } from './review'
import { nothingWords, reachMs } from './stage'
import { eventWords, formatSecond } from './words'

interface Pointed {
  readonly laneIndex: number
  readonly atMs: number
}

const pointedAtom = atom<Pointed | null>(null)

/** The pointer is over a moment of a lane; null: over none. */
export const pointAtAtom = atom(null, (get, set, pointed: Pointed | null) => {
  set(pointedAtom, pointed)
  const lane = pointed === null ? undefined : get(reviewLanesAtom)[pointed.laneIndex]
  if (pointed === null || lane === undefined) return set(pointAtFilmAtom, null)
  const index = nearestEvent(lane, pointed.atMs, reachMs(get(reviewSpanAtom)))
  const startMs = (lane.lengthsMs[index] ?? 0) > 0 ? lane.startsMs[index] : undefined
  return set(pointAtFilmAtom, startMs === undefined ? null : { cameraId: lane.cameraId, startMs })
})

/** What stands beside the pointer. */
export interface PointedCard {
  readonly laneIndex: number
  readonly atMs: number
  readonly title: string
  readonly words: string
  readonly hasPicture: boolean
  /** null: on its way, or there is none. */
  readonly pictureUrl: string | null
}

export const pointedCardAtom = atom((get): PointedCard | null => {
  const pointed = get(pointedAtom)
  const lane = pointed === null ? undefined : get(reviewLanesAtom)[pointed.laneIndex]
  if (pointed === null || lane === undefined) return null
  const { laneIndex, atMs } = pointed
  const index = nearestEvent(lane, atMs, reachMs(get(reviewSpanAtom)))
  const title = lane.name
  if (index < 0) {
    const words = `${formatSecond(atMs)} · ${nothingWords(lane, atMs)}`
    return { laneIndex, atMs, title, words, hasPicture: false, pictureUrl: null }
  }
  const startMs = lane.startsMs[index] ?? atMs
  const hasPicture = (lane.lengthsMs[index] ?? 0) > 0
  const clip = hasPicture ? get(clipOfKeyAtom)({ cameraId: lane.cameraId, startMs }) : null
  const words = eventWords(lane, index)
  return { laneIndex, atMs, title, words, hasPicture, pictureUrl: clip?.thumbnailUrl ?? null }
})

export type LaneStep = 'next' | 'previous' | 'first' | 'last' | 'hour-on' | 'hour-back'

/** A step of the keys within a lane; the event that they are at afterwards, -1: none is there. */
export const stepInLaneAtom = atom(null, (get, set, lane: Lane, step: LaneStep): number => {
  const { startsMs, firstOwn } = lane
  const atMs = get(reviewCursorAtom)
  if (step === 'hour-on' || step === 'hour-back') {
    set(reviewCursorAtom, atMs + (step === 'hour-on' ? HOUR_MS : -HOUR_MS))
    return ownOf(lane, lastUpTo(startsMs, get(reviewCursorAtom)))
  }
  const places = {
    next: lastUpTo(startsMs, atMs) + 1,
    previous: lastUpTo(startsMs, atMs - 1),
    first: firstOwn,
    last: startsMs.length - 1,
  }
  const index = ownOf(lane, Math.min(startsMs.length - 1, Math.max(firstOwn, places[step])))
  const startMs = startsMs[index]
  if (startMs !== undefined) set(reviewCursorAtom, startMs)
  return index
})

/** The place of an event that began in the lane's time; -1: that one did not. */
function ownOf({ firstOwn }: Lane, index: number): number {
  return index < firstOwn ? -1 : index
}

/** When a press at a moment of a lane plays from: the event that it means, as far as it is in the time, else the moment itself. */
export const meantMsAtom = atom((get) => (lane: Lane, atMs: number): number => {
  const index = nearestEvent(lane, atMs, reachMs(get(reviewSpanAtom)))
  return Math.max(get(toldSpanAtom).fromMs, lane.startsMs[index] ?? atMs)
})
