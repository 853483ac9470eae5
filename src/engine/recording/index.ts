/** What a recording is to whoever keeps and delivers it. */
export type { ClipHead } from './clip'
export { type CloseResult, closeClip } from './close-clip'
export { type StillLimits, takeStills } from './take-stills'
