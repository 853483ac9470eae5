import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import { type LiveAct, type LiveNews, SIREN_LIMIT_MS } from '../../contract/live/live'
import { formatMoment } from '../../lib/date-time'
import { dayOf } from '../../lib/day'
import { servicesAtom } from '../services'
import { cameraSignsAtom } from './camera-signs'
import type { CameraViewer } from './camera-viewer'
import { viewerOfAtom } from './camera-viewers'
import { liveSentences } from './live-sentences'
import { actHereAtom } from './own-acts'
import { liveLineAtom, sirensAtom } from './presence'

/** The viewer's voice at one place of the screen. */
export type Talk =
  | { readonly phase: 'off' }
  /** The microphone is asked for; the button is held meanwhile. */
  | { readonly phase: 'opening' }
  | { readonly phase: 'talking'; readonly track: MediaStreamTrack }

const silent: Talk = { phase: 'off' }

/** The one that is talked through; one at a time. */
const talkStateAtom = atom<{ readonly viewer: CameraViewer; readonly talk: Talk } | null>(null)

export const talkAtom = atom((get): Talk => get(talkStateAtom)?.talk ?? silent)

/** The button to talk is held (LIVE-80). */
export const beginTalkAtom = atom(null, async (get, set, place: string) => {
  const viewer = set(viewerOfAtom, place)
  if (viewer === null || get(talkStateAtom) !== null) return
  const { viewer: viewerCode, showToast } = get(servicesAtom)
  const opening = { viewer, talk: { phase: 'opening' } } as const
  set(talkStateAtom, opening)
  const track = await (await viewerCode()).openMicrophone()
  if (track === null) {
    if (get(talkStateAtom) === opening) set(talkStateAtom, null)
    return showToast({ kind: 'warning', text: liveSentences.noMicrophone })
  }
  // Let go meanwhile: nobody is heard who does not hold the button.
  if (get(talkStateAtom) !== opening) return track.stop()
  const isTaken = await viewer.setMicrophone(track).catch(() => false)
  if (get(talkStateAtom) !== opening) {
    track.stop()
    return void viewer.setMicrophone(null).catch(() => false)
  }
  if (isTaken && viewer.act('talk-begin')) {
    set(followTalkAtom, viewer)
    return set(talkStateAtom, { viewer, talk: { phase: 'talking', track } })
  }
  track.stop()
  set(talkStateAtom, null)
  showToast({ kind: 'warning', text: liveSentences.noVoice })
})

/** It is let go, or the viewing ended. */
export const endTalkAtom = atom(null, (get, set) => {
  const state = get(talkStateAtom)
  set(talkStateAtom, null)
  if (state?.talk.phase !== 'talking') return
  state.talk.track.stop()
  state.viewer.act('talk-end')
  void state.viewer.setMicrophone(null).catch(() => false)
})

const followTalkAtom = atom(null, (get, set, viewer: CameraViewer) => {
  const following = new AbortController()
  viewer.listen((news) => {
    if (get(talkStateAtom)?.viewer !== viewer) return following.abort()
    if (news.kind === 'end' || isRefusal(news, ['talk-begin'])) {
      following.abort()
      set(endTalkAtom)
    }
  }, following.signal)
})

const listenerAtom = atom<CameraViewer | null>(null)

/** Whether the camera of the large view is heard: its people are told so, for as long as it is (LIVE-79). */
export const isListeningAtom = atom((get) => get(listenerAtom) !== null)

/** Sound on or off; off at first, and again after each break, so that nobody is listened to by mistake. */
export const listenAtom = atom(null, (get, set, place: string, isWanted: boolean) => {
  const before = get(listenerAtom)
  set(listenerAtom, null)
  if (!isWanted) return void before?.act('listen-end')
  const viewer = set(actAtom, place, 'listen-begin')
  if (viewer === null) return
  set(listenerAtom, viewer)
  const following = new AbortController()
  viewer.listen((news) => {
    if (get(listenerAtom) === viewer && news.kind !== 'end' && !isRefusal(news, ['listen-begin'])) return
    following.abort()
    if (get(listenerAtom) === viewer) set(listenerAtom, null)
  }, following.signal)
})

/** Until the hub has said that they sound: then its word alone counts, as others may stop them. */
const begunSirensAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Cameras whose siren this tab set off, that sounds here, or that the hub says to sound, by id. */
export const soundingSirensAtom = atom((get): ReadonlySet<string> => {
  const here = get(cameraSignsAtom).flatMap(({ kind, cameraId }) => (kind === 'siren' ? [cameraId] : []))
  return new Set([...get(begunSirensAtom), ...here, ...get(sirensAtom).keys()])
})

const noteSirenAtom = atom(null, (get, set, cameraId: string, isOn: boolean) => {
  if (get(begunSirensAtom).has(cameraId) === isOn) return
  const others = [...get(begunSirensAtom)].filter((other) => other !== cameraId)
  set(begunSirensAtom, new Set(isOn ? [...others, cameraId] : others))
})

/** Does one thing at the camera of a place, and tells what becomes of it; false: it could not even be asked. */
const actAtom = atom(null, (get, set, place: string, act: LiveAct): CameraViewer | null => {
  const viewer = set(viewerOfAtom, place)
  const refusal = viewer?.isHere
    ? set(actHereAtom, viewer.cameraId, act)
    : viewer?.act(act)
      ? null
      : liveSentences.notDone
  if (refusal === null) return viewer
  get(servicesAtom).showToast({ kind: 'warning', text: refusal })
  return null
})

/** A loud tone at the camera, which ends by itself after a minute (LIVE-82). */
export const soundSirenAtom = atom(null, (get, set, place: string) => {
  const viewer = set(actAtom, place, 'siren-begin')
  // That it sounds here is known by its sign, and of one that sounds already by the hub's word.
  if (viewer === null || viewer.isHere || get(sirensAtom).has(viewer.cameraId)) return
  const { cameraId } = viewer
  set(noteSirenAtom, cameraId, true)
  const following = new AbortController()
  const over = () => {
    following.abort()
    set(noteSirenAtom, cameraId, false)
  }
  const cancel = get(servicesAtom).after(SIREN_LIMIT_MS, over)
  following.signal.addEventListener('abort', cancel)
  viewer.listen((news) => isRefusal(news, ['siren-begin', 'siren-end']) && over(), following.signal)
  get(liveLineAtom)?.listen({ onNews: () => get(sirensAtom).has(cameraId) && over() }, following.signal)
})

export const stopSirenAtom = atom(null, (_get, set, place: string) => {
  const viewer = set(actAtom, place, 'siren-end')
  if (viewer !== null) set(noteSirenAtom, viewer.cameraId, false)
})

/** A camera that does not refuse a clip within this records it: nothing else is heard of it. */
export const RECORD_REFUSAL_MS = 1_000

/** Has the camera begin a clip, which says that it was recorded by hand (LIVE-81, LIVE-98). */
export const recordNowAtom = atom(null, (get, set, place: string, camera: Camera) => {
  const viewer = set(actAtom, place, 'record')
  if (viewer === null) return
  const { after, showToast } = get(servicesAtom)
  const tell = () => showToast({ kind: 'success', text: liveSentences.recording(camera.name) })
  if (viewer.isHere) return tell()
  const following = new AbortController()
  const cancel = after(RECORD_REFUSAL_MS, () => {
    following.abort()
    tell()
  })
  following.signal.addEventListener('abort', cancel)
  viewer.listen((news) => (news.kind === 'end' || isRefusal(news, ['record'])) && following.abort(), following.signal)
})

function isRefusal(news: LiveNews, acts: readonly LiveAct[]): boolean {
  return news.kind === 'act-refused' && acts.includes(news.act)
}

/** Saves a picture of what is shown, named by its camera and the time (LIVE-83). */
export const savePictureAtom = atom(null, (get, _set, camera: Pick<Camera, 'name'>, jpeg: Blob) => {
  const { saveFile, nowMs } = get(servicesAtom)
  saveFile(jpeg, pictureName(camera.name, nowMs()))
})

/** `Front Door 2026-03-10 14-03-09.jpg`: no character that a file system refuses. */
export function pictureName(cameraName: string, atMs: number): string {
  const at = new Date(atMs)
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join('-')
  const name = cameraName.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').trim() || 'Camera'
  return `${name} ${dayOf(atMs)} ${clock}.jpg`
}

/** What is said of a camera that nobody runs; with the time where that is known, and its date unless that is today's. */
export function lastSeenWords(lastSeenMs: number | null, nowMs: number): string {
  return lastSeenMs === null ? 'Not connected now' : `Last seen ${formatMoment(lastSeenMs, nowMs)}`
}
