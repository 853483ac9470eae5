import { pageClock } from '../clock'
import { readTracks } from './clip-tracks'
import { servedCore } from './ffmpeg-core'
import { FfmpegTranscoder } from './ffmpeg-transcoder'

/** One for the page, since it does one job at a time. */
export const servedFfmpeg = new FfmpegTranscoder({ newCore: async () => servedCore(), readTracks, clock: pageClock })
