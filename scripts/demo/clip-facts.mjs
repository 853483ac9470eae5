/**
 * What a clip's file holds, read from its container.
 * @param {Uint8Array} content
 */
export async function clipFacts(content) {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny')
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(content) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('The clip has no picture.')
    const first = await new EncodedPacketSink(track).getFirstPacket()
    const { packetCount, averagePacketRate } = await track.computePacketStats()
    return {
      mediaType: (await input.getMimeType()).split(';')[0] ?? '',
      codec: await track.getCodec(),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      durationSec: await input.computeDuration(),
      frames: packetCount,
      framesPerSec: averagePacketRate,
      startsOnKeyframe: first?.type === 'key',
      hasAudio: (await input.getPrimaryAudioTrack()) !== null,
      sizeBytes: content.byteLength,
    }
  } finally {
    input.dispose()
  }
}
