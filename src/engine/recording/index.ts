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
export { closeClip } from './close-clip'
export { takeStills } from './take-stills'
