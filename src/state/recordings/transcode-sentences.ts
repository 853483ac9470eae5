import type { TranscodeFailure } from '../../engine/transcode'

/** What ffmpeg costs, measured as README says: said where it is chosen. */
export const MP4_COST =
  'Plays on more devices. Takes this machine about 5 s of one processor core per 15 s clip, and 32 MB of download once.'

const asRecorded = 'Clips are delivered as they were recorded.'

/** Why the clips of a camera are not made into MP4 files, though it was asked for. */
export const mp4UnavailableSentences: Readonly<Record<TranscodeFailure | 'busy', string>> = {
  'core-not-loaded': `The MP4 converter could not be loaded. ${asRecorded}`,
  'codec-missing': `This browser cannot write MP4. ${asRecorded}`,
  'took-too-long': `Converting to MP4 takes too long on this machine. ${asRecorded}`,
  'not-readable': `A clip could not be read for MP4. It was delivered as it was recorded.`,
  'out-of-memory': `There was not enough memory to convert to MP4. ${asRecorded}`,
  cancelled: '',
  'broke-off': `Converting to MP4 failed. ${asRecorded}`,
  busy: `This machine is busy watching, so nothing is converted to MP4. ${asRecorded}`,
}

/** Why a download was saved as it is stored, and not as MP4. */
export const savedAsStoredSentences: Readonly<Record<TranscodeFailure, string>> = {
  'core-not-loaded': 'Saved as WebM: the MP4 converter could not be loaded.',
  'codec-missing': 'Saved as WebM: this browser cannot write MP4.',
  'took-too-long': 'Saved as WebM: converting to MP4 takes too long on this machine.',
  'not-readable': 'Saved as it is stored: the recording could not be read for MP4.',
  'out-of-memory': 'Saved as WebM: there was not enough memory to convert to MP4.',
  cancelled: '',
  'broke-off': 'Saved as WebM: converting to MP4 failed.',
}
