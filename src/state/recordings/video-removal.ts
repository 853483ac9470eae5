import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Video } from '../../contract/video'
import { isGone, tellRemovalFailedAtom } from '../http/removal'
import { messages } from '../messages'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { changeVideosAtom } from './videos'

/** Removes a recording; true when it is gone. Its event stays. */
export const removeVideoAtom = atom(null, async (get, set, video: Pick<Video, 'id'>): Promise<boolean> => {
  const { http, showToast } = ownServices(get)
  const result = await http.send(calls.videos.remove, { params: { videoId: video.id } })
  if (!result.ok && !isGone(result.failure)) {
    set(tellRemovalFailedAtom, 'recording', result.failure)
    return false
  }
  await set(changeVideosAtom, (videos) => videos.filter(({ id }) => id !== video.id))
  for (const queryKey of [get(keysAtom).videos, get(keysAtom).events, get(keysAtom).workspaceUsage]) {
    void get(queryClientAtom).invalidateQueries({ queryKey })
  }
  showToast({ kind: 'success', text: messages.videoRemoved })
  return true
})
