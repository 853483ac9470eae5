import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { isMp4 } from '../../engine/transcode'
import { formatExactTime } from '../../lib/proof/exact-time'
import { proofNameOf } from '../../lib/proof/package'
import { type VerdictWords, verdictWords } from '../../lib/proof/verdict-words'
import { verify } from '../../lib/proof/verify'
import { type ZipEntry, zipOf } from '../../lib/zip'
import { uncheckable } from '../evidence/uncheckable'
import { adviceOf, reportFailure } from '../http/request-error'
import { servicesAtom } from '../services'
import { userAtom } from '../sign-in/session'
import type { ProvenClip } from './proven-clip'
import { type DownloadOptions, toMp4Atom } from './video-download'

/** How the proof of a recording stands. */
export type ProofCheck =
  | { readonly phase: 'checking' }
  | { readonly phase: 'checked'; readonly clip: ProvenClip; readonly words: VerdictWords; readonly material: Material }
  /** The sentence says why nothing can be said, and what to do. */
  | { readonly phase: 'unknown'; readonly text: string; readonly canRetry: boolean }

interface Material {
  readonly content: Blob
  readonly proof: string
}

const stateAtom = atom<ProofCheck>({ phase: 'checking' })
export const proofCheckAtom = atom((get) => get(stateAtom))

/** Fetches a recording and its proof and checks them in this browser (PROOF-13). */
export const checkProofAtom = atom(null, async (get, set, clip: ProvenClip) => {
  const checking: ProofCheck = { phase: 'checking' }
  set(stateAtom, checking)
  // Too little memory for the recording, for one: whoever waits for a verdict is told.
  const broken = (error: unknown) => {
    get(servicesAtom).reporter.report('The recording could not be checked.', error)
    return unknown(unfetched, true)
  }
  const insecure = uncheckable()
  const found = insecure === null ? await set(findAtom, clip).catch(broken) : unknown(insecure, false)
  // Another one is looked at by now.
  if (get(stateAtom) === checking) set(stateAtom, found)
})

/** Nobody looks any more: what was fetched is let go. */
export const leaveProofAtom = atom(null, (get, set) => {
  get(savingProofAtom)?.cancel()
  set(stateAtom, { phase: 'checking' })
})

const before = 'The hub had this recording before it kept proofs, so nothing can be said of it.'
const unfetched = 'The recording could not be fetched. Check that the hub can be reached, then try again.'

function unknown(text: string, canRetry: boolean): ProofCheck {
  return { phase: 'unknown', text, canRetry }
}

const findAtom = atom(null, async (get, _set, clip: ProvenClip): Promise<ProofCheck> => {
  const { http, fetchFile, reporter } = get(servicesAtom)
  const params = { videoId: clip.videoId }
  const [proof, link, key] = await Promise.all([
    http.send(calls.evidence.proof, { params }),
    http.send(calls.videos.download, { params }),
    http.send(calls.evidence.hubKey, {}),
  ])
  const failed = [proof, link].find((result) => !result.ok)
  if (failed !== undefined && !failed.ok) {
    reportFailure(reporter, failed.failure)
    return unknown(adviceOf(failed.failure), true)
  }
  if (!proof.ok || !link.ok) return unknown(unfetched, true)
  if (proof.value.proof === null) return unknown(before, false)
  const content = await fetchFile(link.value.url)
  if (content === null) return unknown(unfetched, true)
  const verdict = await verify(await content.arrayBuffer(), proof.value.proof, key.ok ? key.value.fingerprint : null)
  const material = { content, proof: proof.value.proof }
  return { phase: 'checked', clip, words: verdictWords(verdict, formatExactTime), material }
})

/** A zip that is being made; `progress` is a share, 0 to 1, of its MP4. */
export interface SavingProof {
  readonly progress: number | null
  readonly cancel: () => void
}
export const savingProofAtom = atom<SavingProof | null>(null)

/**
 * Saves what is looked at as a zip: the recording as it is stored, its proof, and an MP4 of it where that is asked for and
 * can be made (PROOF-14).
 */
export const saveWithProofAtom = atom(null, async (get, set, isMp4Wanted: boolean) => {
  const state = get(stateAtom)
  if (state.phase !== 'checked' || get(savingProofAtom) !== null) return
  const { saveFile, showToast, nowMs, reporter } = get(servicesAtom)
  const user = get(userAtom)
  const cancelling = new AbortController()
  const tell = (progress: number | null) => set(savingProofAtom, { progress, cancel: () => cancelling.abort() })
  tell(null)
  const name = `recording-${state.clip.videoId}`
  try {
    const entries = await set(
      entriesAtom,
      name,
      state.material,
      isMp4Wanted && { signal: cancelling.signal, onProgress: tell },
    )
    // Whoever signed in meanwhile is not given another's recording.
    if (cancelling.signal.aborted || get(userAtom) !== user) return
    saveFile(zipOf(entries, nowMs()), `${name}.zip`)
  } catch (error) {
    reporter.report('The zip with the proof could not be made.', error)
    showToast({
      kind: 'error',
      text: 'The zip could not be made: there was not enough memory. Close other tabs and try again.',
    })
  } finally {
    set(savingProofAtom, null)
  }
})

/** What the zip holds. `mp4`: how an MP4 is to be made; false: none is wanted. */
const entriesAtom = atom(null, async (get, set, name: string, material: Material, mp4: DownloadOptions | false) => {
  const isStoredMp4 = await isMp4(material.content)
  const storedName = `${name}.${isStoredMp4 ? 'mp4' : 'webm'}`
  const entries: ZipEntry[] = [
    { name: storedName, bytes: await bytesOf(material.content) },
    { name: proofNameOf(storedName), bytes: new TextEncoder().encode(material.proof) },
  ]
  if (mp4 !== false && !isStoredMp4) {
    const made = await set(toMp4Atom, material.content, mp4)
    if (made.kind === 'done') entries.push({ name: `${name}.mp4`, bytes: await bytesOf(made.content) })
    else if (made.reason !== 'cancelled') {
      get(servicesAtom).showToast({ kind: 'warning', text: 'Saved without an MP4: it could not be made here.' })
    }
  }
  return entries
})

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}
