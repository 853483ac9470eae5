import type { ClipCodec, ClipMaking, CodecVerdict } from '../../engine/recording'

const names: Readonly<Record<ClipCodec, string>> = {
  'h264-hardware': 'H.264 by the graphics hardware',
  'h264-software': 'H.264 by the processor',
  vp8: 'VP8 by the processor',
}

const reasons: Readonly<Record<CodecVerdict['passedOver'][number]['why'], string>> = {
  'not-there': 'this browser has none here',
  'broke-off': 'it broke off',
  'wrong-picture': 'it gave another picture',
  'not-played': 'this browser would not play it',
  'too-slow': 'nothing came of it in time',
}

/** Frames a second of a camera (CLIP-05). */
const FRAMES_PER_SEC = 15

/** How a camera's clips are made and what that costs, in words (CODEC-05); null while that is not known. */
export function makingSentence(making: ClipMaking | undefined): string | null {
  if (making === undefined) return null
  if (making.by === 'browser') return 'Clips are recorded by the browser itself, as it likes best.'
  if (making.codec === null) return 'Clips are encoded in the first format that this browser can.'
  return `Clips are ${making.codec === 'vp8' ? 'WebM' : 'MP4'}: ${names[making.codec]}${costOf(making.codec, making.frameMs)}.`
}

/** Hardware works beside the processor: what share of that it takes cannot be told by a clock. */
function costOf(codecInUse: ClipCodec, frameMs: number | null): string {
  if (frameMs === null) return ''
  const time = `, ${frameMs < 10 ? frameMs.toFixed(1) : frameMs.toFixed(0)} ms a picture`
  if (codecInUse === 'h264-hardware') return time
  return `${time}, about ${Math.ceil((frameMs * FRAMES_PER_SEC) / 10)} % of a core while a clip is recorded`
}

/** Whether they need no conversion. */
export function isMadeAsMp4(making: ClipMaking | undefined): boolean {
  return making?.by === 'encoder' && (making.codec === 'h264-hardware' || making.codec === 'h264-software')
}

/** Why nothing that costs less is taken, in words; null where nothing does. */
export function passedOverSentence(making: ClipMaking | undefined): string | null {
  if (making?.by !== 'encoder' || making.passedOver.length === 0) return null
  const all = making.passedOver.map(({ codec: other, why }) => `${names[other]} (${reasons[why]})`)
  return `Tried before it: ${all.join(', ')}.`
}
