import {
  BufferTarget,
  canEncodeVideo,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny'
import { encodedBitRate } from './bit-rate'
import { closeClips, type JoinedClip, openClips } from './joined-clips'
import type { Joiner, JoinOptions, JoinResult } from './joiner'
import { MP4_TYPE } from './transcoder'

/** What goes into an MP4 file as it is, as in mp4-command.ts. */
const copiedCodecs: readonly string[] = ['avc', 'vp9', 'av1']

class Cancelled extends Error {}

/**
 * Pictures are copied where all clips are of one kind, and encoded anew as one H.264 film where they are not. Each clip
 * begins where the one before ended: what was not recorded takes no time.
 */
export const joinByCodecs: Joiner = async (clips, options) => {
  const opened = await openClips(clips)
  try {
    return await join(opened.clips, opened.leftOut, options)
  } catch {
    return { kind: 'failed', reason: options.signal.aborted ? 'cancelled' : 'broke-off' }
  } finally {
    closeClips(opened.clips)
  }
}

async function join(
  clips: readonly JoinedClip[],
  leftOut: readonly number[],
  options: JoinOptions,
): Promise<JoinResult> {
  const [first] = clips
  if (first === undefined) return { kind: 'failed', reason: 'not-readable' }
  const isCopied = copiedCodecs.includes(first.codec) && clips.every(({ kind }) => kind === first.kind)
  const canEncode = typeof VideoEncoder === 'function' && (await canEncodeVideo('avc'))
  if (!isCopied && !canEncode) return { kind: 'failed', reason: 'codec-missing' }
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const addPictures = isCopied ? copyPictures(output, first) : encodePictures(output, clips)
  const sound = soundOf(clips)
  const addSound = sound === null ? null : copySound(output, sound)
  const { title, comment, startedAtMs } = options
  output.setMetadataTags({ title, comment: comment(leftOut), date: new Date(startedAtMs) })
  await output.start()
  try {
    await addAll(clips, options, async (clip, check) => {
      await addPictures(clip, check)
      await addSound?.(clip)
    })
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  if (target.buffer === null) return { kind: 'failed', reason: 'broke-off' }
  const content = new Blob([target.buffer], { type: MP4_TYPE })
  const isMute = sound === null && clips.some((clip) => clip.sound !== null)
  return { kind: 'done', content, how: isCopied ? 'copied' : 'encoded', leftOut, isMute }
}

/** Tells how far one clip is, in seconds, and throws where the work was ended. */
type Check = (doneSec: number) => void
type Add = (clip: PlacedClip, check: Check) => Promise<void>

interface PlacedClip extends JoinedClip {
  /** Where it begins in the film. */
  readonly atSec: number
}

async function addAll(clips: readonly JoinedClip[], { signal, onProgress }: JoinOptions, add: Add): Promise<void> {
  const totalSec = clips.reduce((sum, { durationSec }) => sum + durationSec, 0)
  let atSec = 0
  for (const clip of clips) {
    const placed = { ...clip, atSec }
    await add(placed, (doneSec) => {
      if (signal.aborted) throw new Cancelled()
      onProgress(Math.min(1, (placed.atSec + Math.min(doneSec, clip.durationSec)) / totalSec))
    })
    atSec += clip.durationSec
  }
}

function copyPictures(output: Output, { codec, decoderConfig }: JoinedClip): Add {
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source)
  return async ({ track, atSec, firstSec }, check) => {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const sec = packet.timestamp - firstSec
      check(sec)
      await source.add(packet.clone({ timestamp: atSec + sec }), { decoderConfig })
    }
  }
}

function encodePictures(output: Output, clips: readonly JoinedClip[]): Add {
  const bytes = clips.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const seconds = clips.reduce((sum, { durationSec }) => sum + durationSec, 0)
  const source = new VideoSampleSource({
    codec: 'avc',
    quality: new Quality({ bitrate: encodedBitRate(bytes, seconds) }),
    keyFrameInterval: 2,
    // A telephone may have been turned between two clips.
    sizeChangeBehavior: 'contain',
  })
  output.addVideoTrack(source)
  return async ({ track, atSec, firstSec }, check) => {
    for await (const sample of new VideoSampleSink(track).samples()) {
      try {
        const sec = sample.timestamp - firstSec
        check(sec)
        sample.setTimestamp(atSec + sec)
        await source.add(sample)
      } finally {
        sample.close()
      }
    }
  }
}

type Sound = NonNullable<JoinedClip['sound']>

/** The one kind of sound that all clips with sound have; null: there is none, or there are several. */
function soundOf(clips: readonly JoinedClip[]): Sound | null {
  const sounds = clips.flatMap(({ sound }) => sound ?? [])
  const [first] = sounds
  return first !== undefined && sounds.every(({ kind }) => kind === first.kind) ? first : null
}

function copySound(output: Output, { codec, decoderConfig }: Sound): (clip: PlacedClip) => Promise<void> {
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return async ({ sound, atSec, firstSec }) => {
    if (sound === null) return
    for await (const packet of new EncodedPacketSink(sound.track).packets()) {
      const timestamp = Math.max(atSec, atSec + packet.timestamp - firstSec)
      await source.add(packet.clone({ timestamp }), { decoderConfig })
    }
  }
}
