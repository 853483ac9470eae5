import { atom } from 'jotai/vanilla'
import { readSpentKey } from '../../contract/evidence'
import { withinDiskLimit } from '../../lib/disk-limit'
import { type ClipProof, clipProofText } from '../../lib/proof/clip-proof'
import type { ClipToSign } from '../../outbox/signing/clip-signer'
import type { WaitingClip } from '../../outbox/waiting-clip'
import { hasHeardAtom } from '../hub/connection'
import { servicesAtom } from '../services'
import { hasEvidenceAtom } from './offered'

/** The camera's statement of a clip that is finished; null where none is kept, or none can be made. Never rejects. */
export const signClipAtom = atom(null, async (get, _set, clip: ClipToSign): Promise<ClipProof | null> => {
  // A recording of a dead tab may be finished before the provider has said a word: what is not wanted is not sent.
  if (get(hasHeardAtom) && !get(hasEvidenceAtom)) return null
  const { signing, after, reporter } = get(servicesAtom)
  try {
    return await withinDiskLimit(signing.sign(clip), after)
  } catch (error) {
    // A private window, or a disk that is full: the clip counts for more than its proof.
    reporter.report('The clip could not be signed: it is delivered without a proof.', error)
    return null
  }
})

/**
 * What is sent of a clip's proof; null where there is nothing to send. `delivered` is the clip as it goes out, which may
 * have been made into another format. Never rejects.
 */
export const proofToSendAtom = atom(
  null,
  async (get, _set, recorded: WaitingClip, delivered: WaitingClip): Promise<string | null> => {
    const { proof } = recorded
    if (proof === undefined || !get(hasEvidenceAtom)) return null
    if (delivered.content === recorded.content) return clipProofText(proof)
    const { signing, after, reporter } = get(servicesAtom)
    try {
      const converted = await withinDiskLimit(signing.signConverted(proof, recorded.cameraId, delivered.content), after)
      return converted && clipProofText(converted)
    } catch (error) {
      reporter.report('The converted clip could not be signed: it is delivered without a proof.', error)
      return null
    }
  },
)

/** The hub took a clip: where its camera's key counts from where it was before, the next clip gets another key. */
export const noteTakenAtom = atom(null, async (get, _set, { proof, cameraId }: WaitingClip, answer: unknown) => {
  if (proof === undefined || !readSpentKey(answer)) return
  const { signing, reporter } = get(servicesAtom)
  try {
    await signing.retire(proof, cameraId)
  } catch (error) {
    reporter.report('The used key of a camera could not be put away.', error)
  }
})
