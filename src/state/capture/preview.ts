import { atom } from 'jotai/vanilla'
import type { CaptureFailure } from '../../engine'
import { messages } from '../messages'
import { servicesAtom } from '../services'

/** The device shown in the settings dialog; its stream is ours and closed with it. */
export type Preview =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening'; readonly deviceId: string }
  | { readonly phase: 'open'; readonly deviceId: string; readonly stream: MediaStream }
  | { readonly phase: 'failed'; readonly deviceId: string; readonly reason: CaptureFailure }

export const previewAtom = atom<Preview>({ phase: 'closed' })

export const closePreviewAtom = atom(null, (get, set) => {
  const preview = get(previewAtom)
  if (preview.phase === 'open') get(servicesAtom).cameras.stopPreview(preview.stream)
  set(previewAtom, { phase: 'closed' })
})

/** A device that did not start is tried again this often, for as long as somebody waits for its picture. */
const RETRY_MS = 3_000

/** Opens a device for looking at; a failure is told by a toast (ERR-13), and the device tried again without one. */
export const openPreviewAtom = atom(null, async (get, set, deviceId: string) => {
  set(closePreviewAtom)
  const opening: Preview = { phase: 'opening', deviceId }
  set(previewAtom, opening)
  await set(tryAtom, opening)
  const preview = get(previewAtom)
  if (preview.phase === 'failed' && preview.deviceId === deviceId) {
    get(servicesAtom).showToast({ kind: 'error', text: messages.previewFailed })
  }
})

const tryAtom = atom(null, async (get, set, shown: Extract<Preview, { phase: 'opening' | 'failed' }>) => {
  const { cameras, after } = get(servicesAtom)
  const { deviceId } = shown
  const opened = await cameras.openPreview(deviceId)
  // Closed, or another device chosen, while this one started.
  if (get(previewAtom) !== shown) {
    if (opened.kind === 'open') cameras.stopPreview(opened.stream)
    return
  }
  if (opened.kind === 'open' && !opened.isSubstitute) {
    set(previewAtom, { phase: 'open', deviceId, stream: opened.stream })
    return
  }
  if (opened.kind === 'open') cameras.stopPreview(opened.stream)
  const failed: Preview = { phase: 'failed', deviceId, reason: opened.kind === 'open' ? 'no-device' : opened.reason }
  set(previewAtom, failed)
  after(RETRY_MS, () => set(tryAgainAtom, failed))
})

const tryAgainAtom = atom(null, (get, set, failed: Extract<Preview, { phase: 'failed' }>) => {
  if (get(previewAtom) === failed) void set(tryAtom, failed)
})
