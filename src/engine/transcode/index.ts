/** Clips as MP4, made in this tab. */
export { browserTranscoders, type Transcoders } from './browser-transcoders'
export { type Joiner, type JoinResult, joinClips } from './joiner'
export { isMp4, isWebm } from './container'
export { MP4_TYPE, type TranscodeFailure, type TranscodeResult, type Transcoder } from './transcoder'
