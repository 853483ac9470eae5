import { atom } from 'jotai/vanilla'
import { MINUTE_MS } from '../../lib/durations'
import { camerasQueryAtom } from '../cameras/camera-list'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'

/** How many cameras the wall shows at once (LIVE-85). */
export const tileCounts = [1, 4, 9] as const
export type TileCount = (typeof tileCounts)[number]

const TILES_KEY = 'nightjar:live-tiles'

/** Of this page: the browser may keep nothing. */
const chosenCountAtom = atom<TileCount | null>(null)

/** As many as were chosen last in this browser; four at first. */
export const tileCountAtom = atom(
  (get): TileCount => {
    const chosen = get(chosenCountAtom)
    if (chosen !== null) return chosen
    const stored = Number(get(servicesAtom).storage.getItem(TILES_KEY))
    return tileCounts.find((count) => count === stored) ?? 4
  },
  (get, set, count: TileCount) => {
    const first = get(wallPageAtom).index * get(tileCountAtom)
    keepText(get(servicesAtom).storage, TILES_KEY, String(count))
    set(chosenCountAtom, count)
    // What stood first stays on the screen.
    set(chosenPageAtom, Math.floor(first / count))
  },
)

const chosenPageAtom = atom(0)

/** The cameras of the page that shows; the last page where there are fewer now. */
export const wallPageAtom = atom((get) => {
  const cameras = get(camerasQueryAtom).data ?? []
  const size = get(tileCountAtom)
  const count = Math.max(1, Math.ceil(cameras.length / size))
  const index = Math.min(get(chosenPageAtom), count - 1)
  return { index, count, cameras: cameras.slice(index * size, (index + 1) * size) }
})

/** On to the next page, or back; round at the ends. */
export const stepWallAtom = atom(null, (get, set, by: 1 | -1) => {
  const { index, count } = get(wallPageAtom)
  set(chosenPageAtom, (index + by + count) % count)
})

/** How long a page of the kiosk shows, and how long it stays where somebody has just pressed something (LIVE-87). */
const PAGE_MS = 15_000
const REST_MS = MINUTE_MS

/** Has pages go on by themselves wherever they may at that moment. `rest`: somebody is there and looks; `end` closes it. */
export const turnWallAtom = atom(null, (get, set, mayTurn: () => boolean) => {
  const { after } = get(servicesAtom)
  let cancel = () => {}
  const turnAfter = (delayMs: number) => {
    cancel()
    cancel = after(delayMs, () => {
      if (mayTurn()) set(stepWallAtom, 1)
      turnAfter(PAGE_MS)
    })
  }
  turnAfter(PAGE_MS)
  return { rest: () => turnAfter(REST_MS), end: () => cancel() }
})

/** The kiosk has just given the place back to the wall, whose frame comes without the focus. */
export const hasLeftKioskAtom = atom(false)
