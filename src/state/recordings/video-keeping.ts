import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import type { Video } from '../../contract/video'
import { extensionsAtom } from '../http/extensions'
import { reportFailure, sentenceOf } from '../http/request-error'
import { messages } from '../messages'
import { ownServices } from '../sign-in/own-services'
import { changeVideosAtom } from './videos'

/** Whether the provider keeps recordings that are marked (EXT-12). */
export const canKeepAtom = atom((get) => get(extensionsAtom).has('keeping'))

/** Recordings whose mark is being saved. */
export const markingVideosAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Marks a recording, so that it stays when room is made for new ones, or lets it go. */
export const keepVideoAtom = atom(null, async (get, set, { id }: Pick<Video, 'id'>, isKept: boolean) => {
  const { http, showToast, reporter } = ownServices(get)
  set(markingVideosAtom, (ids) => new Set([...ids, id]))
  const result = await http.send(calls.videos.keep, { params: { videoId: id }, body: { isKept } })
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    showToast({ kind: 'error', text: messages.notKept(sentenceOf(result.failure)) })
  } else
    await set(changeVideosAtom, (videos) => videos.map((video) => (video.id === id ? { ...video, isKept } : video)))
  set(markingVideosAtom, (ids) => new Set([...ids].filter((other) => other !== id)))
})
