import { atom } from 'jotai/vanilla'
import * as z from 'zod/mini'
import {
  type ClipMaking,
  type CodecMemory,
  type CodecVerdict,
  clipCodecs,
  passedOverReasons,
} from '../../engine/recording'
import { extensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'
import { type KeyValueStorage, keepText } from '../session-store'

/** What the trials of this browser's encoders found; of the machine, not of whoever is signed in. */
const KEY = 'nightjar:clip-codecs'

/** Sizes of pictures that are remembered: a machine has a few cameras. */
const MOST_SIZES = 12

const codec = z.enum(clipCodecs)
const verdict = z.object({
  browser: z.string(),
  width: z.number(),
  height: z.number(),
  codec: z.nullable(codec),
  frameMs: z.nullable(z.number()),
  passedOver: z.array(z.object({ codec, why: z.enum(passedOverReasons) })),
  holdsUntilMs: z.nullable(z.number()),
})
const kept = z.array(verdict)

function readVerdicts(storage: KeyValueStorage): readonly CodecVerdict[] {
  try {
    const { success, data } = kept.safeParse(JSON.parse(storage.getItem(KEY) ?? '[]'))
    return success ? data : []
  } catch {
    return []
  }
}

/** Where the engine keeps what it found; a storage that is full costs each start another trial. */
export const codecMemoryAtom = atom((get): CodecMemory => {
  const { storage } = get(servicesAtom)
  return {
    read: () => readVerdicts(storage),
    keep(found) {
      // Of a browser that was updated since, nothing holds any more.
      const others = readVerdicts(storage).filter(
        ({ browser, width, height }) =>
          browser === found.browser && !(width === found.width && height === found.height),
      )
      keepText(storage, KEY, JSON.stringify([found, ...others].slice(0, MOST_SIZES)))
    },
  }
})

/** Whether clips may be MP4: only where the provider says that it takes them (CODEC-01). */
export const isMp4TakenAtom = atom((get) => get(extensionsAtom).has('mp4'))

/** How the clips of each camera of this tab are made, as the engine told it. */
export const clipMakingsAtom = atom<ReadonlyMap<string, ClipMaking>>(new Map<string, ClipMaking>())

export const noteMakingAtom = atom(null, (_get, set, cameraId: string, making: ClipMaking) =>
  set(clipMakingsAtom, (all) => new Map(all).set(cameraId, making)),
)
