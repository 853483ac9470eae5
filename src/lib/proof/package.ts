/** A file that somebody gave to be checked. */
export interface GivenFile {
  readonly name: string
  /** null: it is in a zip, and damaged there. Rejects with UnreadableFile. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>
}

/** What was given, or the zip that it is in, cannot be read. The message says why. */
export class UnreadableFile extends Error {}

/** A recording that somebody gave, and what was given beside it. */
export type GivenClip =
  | { readonly kind: 'proven'; readonly clip: GivenFile; readonly proof: GivenFile }
  /** No proof has its name. */
  | { readonly kind: 'unproven'; readonly name: string }
  /** An MP4 that was made of the recording beside it, which alone is signed. */
  | { readonly kind: 'made'; readonly name: string; readonly original: string }

const PROOF_ENDING = '.proof.json'
/** What players take for a film, too: one that somebody put beside genuine ones must not pass for checked. */
const FILM = /\.(?:webm|mp4|m4v|mov|mkv|avi|wmv|flv|ogv|3gp|mpe?g|(?:m2?)?ts)$/i
/** What an export says of all that it holds. */
export const EXPORT_LIST = 'workspace.json'
/** And of what it lacks. */
export const UNREADABLE_LIST = 'unreadable.txt'

/** What a recording's proof is called that lies beside it. */
export function proofNameOf(clipName: string): string {
  return clipName.replace(/\.(?:webm|mp4)$/i, '') + PROOF_ENDING
}

/**
 * All recordings of what was given, each with what belongs to it: by name, but where there is one of each. None is left
 * out, as whoever forges one has its proof removed.
 */
export function clipsOf(files: readonly GivenFile[]): GivenClip[] {
  const texts = files.filter(({ name }) => /\.json$/i.test(name) && baseOf(name) !== EXPORT_LIST)
  const proofs = texts.length === 1 ? texts : texts.filter(({ name }) => name.toLowerCase().endsWith(PROOF_ENDING))
  const others = files.filter(({ name }) => !/\.json$/i.test(name) && baseOf(name) !== UNREADABLE_LIST)
  const recordings = others.length === 1 ? others : others.filter(({ name }) => FILM.test(name))
  const proofOf = new Map(proofs.toReversed().map((proof) => [proof.name, proof]))
  const takes = new Map<string, GivenFile[]>()
  for (const file of recordings) {
    const name = proofNameOf(file.name)
    takes.set(name, [...(takes.get(name) ?? []), file])
  }
  return [...takes].flatMap(([name, take]) => {
    const isOnly = takes.size === 1 && proofs.length === 1
    return clipsOfTake(take, isOnly ? proofs[0] : proofOf.get(name))
  })
}

function baseOf(name: string): string | undefined {
  return name.split('/').at(-1)
}

/**
 * An MP4 beside a WebM was made of it. All others are checked by the one proof: a second file of the name, in whatever
 * case, may be unpacked over the first.
 */
function clipsOfTake(take: readonly GivenFile[], proof: GivenFile | undefined): GivenClip[] {
  const original = take.find(({ name }) => /\.webm$/i.test(name))
  return take.map((file): GivenClip => {
    if (original !== undefined && /\.mp4$/i.test(file.name))
      return { kind: 'made', name: file.name, original: original.name }
    if (proof === undefined) return { kind: 'unproven', name: file.name }
    return { kind: 'proven', clip: file, proof }
  })
}
