import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { type Refused, refusedCall } from '../http/request-error'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { entryWatch, leaveSessionAtom, leaving, sessionAtom } from '../sign-in/session'

/** Whether the provider lets a workspace be deleted (EXT-14). */
export const canDeleteWorkspaceAtom = atom((get) => get(extensionsAtom).has('workspace-removal'))

export type DeletionOutcome = { readonly kind: 'deleted' } | Refused

/** Deletes the workspace with all that it holds; everybody in it is signed out, also here. */
export const deleteWorkspaceAtom = atom(null, async (get, set, typedEmail: string): Promise<DeletionOutcome> => {
  const { http, reporter, clips } = get(servicesAtom)
  const session = get(sessionAtom)
  const workspaceId = session.phase === 'signed-in' ? session.workspaceId : null
  if (workspaceId === null) return { kind: 'refused', text: messages.noWorkspace }
  const hasSomebodyEntered = entryWatch(get)
  const result = await leaving(set, async () => {
    const answer = await http.send(calls.workspaces.remove, {
      params: { workspaceId },
      body: { email: typedEmail.trim() },
    })
    if (answer.ok && !hasSomebodyEntered()) set(leaveSessionAtom, messages.workspaceDeleted)
    return answer
  })
  if (!result.ok) return refusedCall(reporter, result.failure)
  // What waits here for the hub, or is still being recorded, belongs to nobody now. Recordings are read first: one that
  // ends meanwhile is among the clips, and of one that is gone none is made.
  const film = [...(await clips.recordings()), ...(await clips.list())]
  for (const each of film) if (each.workspaceId === workspaceId) await clips.remove(each, { kind: 'discarded' })
  return { kind: 'deleted' }
})
