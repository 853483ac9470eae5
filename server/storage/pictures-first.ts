import type { BlobKey, BlobStore, OpenBlob } from './blobs'
import { type LatestPictures, openBytes } from './latest-pictures'

/** Pictures that other hubs hold. */
export interface OtherPictures {
  /** null: none of them has one, or they cannot be asked. */
  find(key: BlobKey): Promise<Buffer | null>
  noteRemoved(key: BlobKey): void
}

export interface PicturesFirstPorts {
  readonly pictures: LatestPictures
  readonly others: OtherPictures
  /** Whether a picture's camera is there; null: no other hub can have removed it. */
  readonly isThere: ((key: BlobKey) => Promise<boolean>) | null
}

/** Of an age at which the next one comes to the hub that its camera sends to. */
const YOUNG_MS = 12_000

const isPicture = (key: BlobKey) => key.includes('/snapshots/')

/** A store whose pictures of cameras are read from memory first, so that nobody who reads one need know where it is. */
export function picturesFirst(store: BlobStore, { pictures, others, isThere }: PicturesFirstPorts): BlobStore {
  const findPicture = async (key: BlobKey): Promise<OpenBlob | null> => {
    if (isThere !== null && !(await isThere(key))) {
      pictures.forget(key)
      return null
    }
    const young = pictures.find(key, YOUNG_MS)
    if (young !== null) return young
    const other = await others.find(key)
    return other === null ? pictures.find(key) : openBytes(other)
  }
  const leave = async (key: BlobKey) => {
    if (!isPicture(key)) return
    others.noteRemoved(key)
    await pictures.leave(key)
  }
  return {
    uncertain: store.uncertain,
    uses: store.uses,
    stage: (source) => store.stage(source),
    open: async (key) => (isPicture(key) ? await findPicture(key) : null) ?? store.open(key),
    remove: async (key) => {
      await leave(key)
      await store.remove(key)
    },
    setAside: async (key) => {
      await leave(key)
      await store.setAside(key)
    },
    listSetAside: () => store.listSetAside(),
    bringBack: (key) => store.bringBack(key),
    stat: (key) => store.stat(key),
    list: () => store.list(),
    owner: () => store.owner(),
    markAs: (owner) => store.markAs(owner),
    clearStaging: () => store.clearStaging(),
  }
}
