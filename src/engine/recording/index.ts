/** What a recording is to whoever keeps and delivers it. */
export type { ClipHead } from './clip'
export {
  type ClipCodec,
  type ClipMaking,
  type CodecMemory,
  type CodecVerdict,
  clipCodecs,
  passedOverReasons,
} from './clip-codec'
export { countClips } from './clip-length'
export { type CloseResult, closeClip } from './close-clip'
export { type StillLimits, takeStills } from './take-stills'
