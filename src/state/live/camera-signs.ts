import { atom } from 'jotai/vanilla'

/** What the people at a camera of this tab are told of, for as long as it lasts. */
export interface CameraSign {
  readonly kind: 'listening' | 'talking' | 'siren'
  readonly cameraId: string
  readonly cameraName: string
  readonly viewingId: string
  /** Their e-mail address, with the name of the token where they are a program. */
  readonly who: string
  readonly sinceMs: number
}

const signsAtom = atom<readonly CameraSign[]>([])
const stopperAtom = atom<{ readonly stop: (sign: CameraSign) => void } | null>(null)

/** Oldest first. */
export const cameraSignsAtom = atom((get) => get(signsAtom))

/** Somebody at the camera ends it. */
export const stopSignAtom = atom(null, (get, _set, sign: CameraSign) => get(stopperAtom)?.stop(sign))

/** For live-cameras.ts alone. */
export const setSignsAtom = atom(null, (_get, set, signs: readonly CameraSign[]) => set(signsAtom, signs))
export const setSignStopperAtom = atom(null, (_get, set, stop: ((sign: CameraSign) => void) | null) =>
  set(stopperAtom, stop === null ? null : { stop }),
)
