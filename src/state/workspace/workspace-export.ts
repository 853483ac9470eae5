import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { webAddress } from '../../lib/web-address'
import { extensionsAtom } from '../http/extensions'
import { reportFailure, sentenceOf } from '../http/request-error'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { sessionAtom, userAtom } from '../sign-in/session'

/** Whether the provider hands out everything of a workspace (EXT-13). */
export const canExportAtom = atom((get) => get(extensionsAtom).has('workspace-export'))

/** A link is being asked for. */
export const isAskingForExportAtom = atom(false)

/** Downloads a zip of everything. */
export const exportWorkspaceAtom = atom(null, async (get, set) => {
  const { http, download, reporter, showToast, origin } = get(servicesAtom)
  const session = get(sessionAtom)
  const workspaceId = session.phase === 'signed-in' ? session.workspaceId : null
  if (workspaceId === null || get(isAskingForExportAtom)) return
  const user = get(userAtom)
  set(isAskingForExportAtom, true)
  const result = await http.send(calls.workspaces.export, { params: { workspaceId } })
  set(isAskingForExportAtom, false)
  // Whoever signed in meanwhile is not given another's recordings.
  if (get(userAtom) !== user) return
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    showToast({ kind: 'error', text: messages.notExported(sentenceOf(result.failure)) })
    return
  }
  const address = webAddress(result.value.url, origin)
  if (address === null) reporter.report('The link of the download has no web address.')
  else download(address)
})
