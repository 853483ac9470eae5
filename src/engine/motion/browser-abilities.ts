import type { FrameAbilities } from './frame-path'

export function browserAbilities(): FrameAbilities {
  return {
    hasVideoFrame: typeof VideoFrame === 'function',
    hasVideoFrameCallback: 'requestVideoFrameCallback' in HTMLVideoElement.prototype,
  }
}
