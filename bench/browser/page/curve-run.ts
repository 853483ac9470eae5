import { BufferTarget, Output, Quality, VideoSample, VideoSampleSource } from 'mediabunny'
import { type ClipFormat, fileFormat, videoEncoding } from '../../../src/engine/workers/clip-format'
import type { CurveJob, CurveWay, EncodedFilm } from '../harness/curve-figures'
import { base64Of } from './base64'
import { FilmFrames } from './film-frames'

const formats: Readonly<Record<Exclude<CurveWay, 'reading'>, ClipFormat>> = {
  vp8: { container: 'webm', mediaType: 'video/webm', video: 'vp8', audio: null, tried: 'vp8' },
  h264: { container: 'mp4', mediaType: 'video/mp4', video: 'avc', audio: null, tried: 'h264-software' },
}

/** Every frame of a film, one after the other, however long each takes: counted, not timed. */
export async function encodeFilm({ film, way, bitsPerSecond }: CurveJob): Promise<EncodedFilm> {
  const frames = await FilmFrames.open(film)
  if (way === 'reading') {
    await eachSample(frames, async () => undefined)
    return { frames: [], sizeBytes: 0, base64: '' }
  }
  const format = formats[way]
  const kept: number[] = []
  let sizeBytes = 0
  const quality =
    bitsPerSecond === null ? {} : { quality: new Quality({ bitrate: bitsPerSecond, bitrateMode: 'variable' }) }
  const source = new VideoSampleSource({
    ...videoEncoding(format, frames),
    ...quality,
    onEncodedPacket(packet) {
      kept.push(Math.round(packet.timestamp * frames.fps))
      sizeBytes += packet.byteLength
    },
  })
  const target = new BufferTarget()
  const output = new Output({ format: fileFormat(format.container), target })
  output.addVideoTrack(source)
  await output.start()
  await eachSample(frames, (sample) => source.add(sample))
  await output.finalize()
  if (target.buffer === null) throw new Error(`${way} made no file of ${film}.`)
  return { frames: kept, sizeBytes, base64: await base64Of(new Blob([target.buffer])) }
}

async function eachSample(frames: FilmFrames, take: (sample: VideoSample) => Promise<void>): Promise<void> {
  const { width: codedWidth, height: codedHeight, fps } = frames
  let index = 0
  for (let planes = await frames.next(); planes !== null; planes = await frames.next()) {
    const timestamp = Math.round((index * 1e6) / fps)
    const frame = new VideoFrame(planes, { format: 'I420', codedWidth, codedHeight, timestamp })
    const sample = new VideoSample(frame, { timestamp: index / fps, duration: 1 / fps })
    try {
      await take(sample)
    } finally {
      sample.close()
    }
    index++
  }
}
