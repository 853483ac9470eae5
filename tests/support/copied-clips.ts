import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

function opened(bytes: Buffer): Input {
  return new Input({ formats: [MP4, WEBM], source: new BufferSource(new Uint8Array(bytes)) })
}

/** The packets of a clip in a new container, as they are: what "save as" of a player does. */
export async function copiedInto(bytes: Buffer, container: 'webm' | 'mp4'): Promise<Buffer> {
  const target = new BufferTarget()
  const format = container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat()
  const conversion = await Conversion.init({ input: opened(bytes), output: new Output({ format, target }) })
  if (conversion.discardedTracks.length > 0) throw new Error('Not all of it can be copied.')
  await conversion.execute()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** Its encoded pictures, one after the other. */
export async function picturesIn(bytes: Buffer): Promise<Buffer[]> {
  using input = opened(bytes)
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('There are no pictures in it.')
  const pictures: Buffer[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) pictures.push(Buffer.from(data))
  return pictures
}
