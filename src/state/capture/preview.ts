import { atom } from 'jotai/vanilla'
import { messages } from '../messages'
import { servicesAtom } from '../services'

/** The device shown in the settings dialog; its stream is ours and closed with it. */
export type Preview =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening'; readonly deviceId: string }
  | { readonly phase: 'open'; readonly deviceId: string; readonly stream: MediaStream }
  | { readonly phase: 'failed'; readonly deviceId: string }

export const previewAtom = atom<Preview>({ phase: 'closed' })

export const closePreviewAtom = atom(null, (get, set) => {
  const preview = get(previewAtom)
  if (preview.phase === 'open') get(servicesAtom).cameras.stopPreview(preview.stream)
  set(previewAtom, { phase: 'closed' })
})

/** Opens a device for looking at; a failure is told by a toast (ERR-13). */
export const openPreviewAtom = atom(null, async (get, set, deviceId: string) => {
  const { cameras, showToast } = get(servicesAtom)
  set(closePreviewAtom)
  const opening: Preview = { phase: 'opening', deviceId }
  set(previewAtom, opening)
  const opened = await cameras.openPreview(deviceId)
  // Closed, or another device chosen, while this one started.
  if (get(previewAtom) !== opening) {
    if (opened.kind === 'open') cameras.stopPreview(opened.stream)
    return
  }
  if (opened.kind === 'open' && !opened.isSubstitute) {
    set(previewAtom, { phase: 'open', deviceId, stream: opened.stream })
    return
  }
  if (opened.kind === 'open') cameras.stopPreview(opened.stream)
  set(previewAtom, { phase: 'failed', deviceId })
  showToast({ kind: 'error', text: messages.previewFailed })
})
