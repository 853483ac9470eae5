/** Clips as MP4, made in this tab. */
export { browserTranscoders, type Transcoders } from './browser-transcoders'
export { isMp4, isWebm } from './container'
export { type Joiner, type JoinOptions, type JoinResult, joinClips } from './joiner'
export { MP4_TYPE, type TranscodeFailure, type TranscodeResult, type Transcoder } from './transcoder'
