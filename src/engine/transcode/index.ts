/** Clips as MP4, made in this tab. */
export { joinClips } from './browser-joiner'
export { browserTranscoders, type Transcoders } from './browser-transcoders'
export { isMp4, isWebm } from './container'
export type { Joiner, JoinOptions, JoinResult } from './joiner'
export { openFilm } from './late-film'
export { MP4_TYPE, type TranscodeFailure, type TranscodeResult, type Transcoder } from './transcoder'
