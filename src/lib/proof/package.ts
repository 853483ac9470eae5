/** A file that somebody gave to be checked. */
export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** One recording and its proof. */
export interface Pair {
  readonly clip: GivenFile
  readonly proof: string
}

export const PROOF_ENDING = '.proof.json'

/** What a recording's proof is called that lies beside it. */
export function proofNameOf(clipName: string): string {
  return clipName.replace(/\.(?:webm|mp4)$/i, '') + PROOF_ENDING
}

/** Of what was given, the recordings each with its proof; by name, or where there is one of each. */
export function pairsOf(files: readonly GivenFile[]): Pair[] {
  const isProof = ({ name }: GivenFile) => name.toLowerCase().endsWith('.json')
  const proofs = files.filter(isProof)
  const clips = files.filter((file) => !isProof(file))
  if (proofs.length === 1) {
    const clip = originalOf(clips)
    return clip === null ? [] : pairs(clip, proofs[0])
  }
  return proofs.flatMap((proof) => {
    const clip = originalOf(clips.filter(({ name }) => proofNameOf(name) === proof.name))
    return clip === null ? [] : pairs(clip, proof)
  })
}

function pairs(clip: GivenFile, proof: GivenFile | undefined): Pair[] {
  return proof === undefined ? [] : [{ clip, proof: new TextDecoder().decode(proof.bytes) }]
}

/** An MP4 beside a WebM was made of it. */
function originalOf(clips: readonly GivenFile[]): GivenFile | null {
  const [first = null] = clips
  return clips.find(({ name }) => name.toLowerCase().endsWith('.webm')) ?? first
}
