import type { CameraTable } from '../../db/schema'

type Known = Pick<CameraTable, 'id' | 'name' | 'created_at' | 'removed_at'>

/** Of cameras, which are one to people: those that were removed, with what has their name now. */
export interface Namesakes<C extends Known> {
  /** The others that are one with a camera. Two that are there now are two, whatever they are called. */
  readonly othersOf: (camera: C) => readonly C[]
  /** What has the name now, else what had it last. */
  readonly standInOf: (camera: C) => C
}

export function namesakesAmong<C extends Known>(cameras: readonly C[]): Namesakes<C> {
  const byName = new Map<string, C[]>()
  for (const camera of cameras) byName.set(keyOf(camera), [...(byName.get(keyOf(camera)) ?? []), camera])
  const othersOf = (camera: C) =>
    (byName.get(keyOf(camera)) ?? []).filter(
      (other) => other !== camera && (other.removed_at !== null || camera.removed_at !== null),
    )
  const standInOf = (camera: C) => {
    if (camera.removed_at === null) return camera
    return [camera, ...othersOf(camera)].reduce((one, other) => (isLater(other, one) ? other : one))
  }
  return { othersOf, standInOf }
}

function isLater(one: Known, other: Known): boolean {
  if (other.removed_at === null) return false
  return one.removed_at === null || one.removed_at > other.removed_at
}

function keyOf({ name }: Known): string {
  return name.trim().toLowerCase()
}
