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
  const { cameras } = get(servicesAtom)
  const { deviceId } = shown
  const opened = await cameras.openPreview(deviceId)
  // Closed, or another device chosen, while this one started.
  if (get(previewAtom) !== shown) {
    if (opened.kind === 'open') cameras.stopPreview(opened.stream)
    return
  }
  if (opened.kind === 'open' && !opened.isSubstitute) {
    const open: Preview = { phase: 'open', deviceId, stream: opened.stream }
    set(previewAtom, open)
    for (const track of opened.stream.getTracks()) track.addEventListener('ended', () => set(loseAtom, open))
    return
  }
  if (opened.kind === 'open') cameras.stopPreview(opened.stream)
  set(failAtom, deviceId, opened.kind === 'open' ? 'no-device' : opened.reason)
})

/** It was pulled out, or may be used no more: what it showed last would stand there. */
const loseAtom = atom(null, (get, set, open: Extract<Preview, { phase: 'open' }>) => {
  if (get(previewAtom) !== open) return
  set(closePreviewAtom)
  set(failAtom, open.deviceId, 'device-lost')
})

const failAtom = atom(null, (get, set, deviceId: string, reason: CaptureFailure) => {
  const failed: Preview = { phase: 'failed', deviceId, reason }
  set(previewAtom, failed)
  get(servicesAtom).after(RETRY_MS, () => set(tryAgainAtom, failed))
})

const tryAgainAtom = atom(null, (get, set, failed: Extract<Preview, { phase: 'failed' }>) => {
  if (get(previewAtom) === failed) void set(tryAtom, failed)
})
