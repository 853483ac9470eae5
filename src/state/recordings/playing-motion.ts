import { MOTION_SEARCH_SEC, motionMoment } from '../../lib/motion-moment'

/**
 * Seconds into a recording at which its motion began, by the times of its frames; nothing is decoded. null where they
 * do not tell, and where the file cannot be read. The reader of containers is loaded here, when it is first needed.
 */
export async function findMotion(content: Blob): Promise<number | null> {
  const { BlobSource, EncodedPacketSink, Input, MP4, WEBM } = await import('mediabunny')
  const input = new Input({ source: new BlobSource(content), formats: [WEBM, MP4] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return null
    const timesSec: number[] = []
    for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    })) {
      timesSec.push(timestamp)
      if (timestamp > (timesSec[0] ?? 0) + MOTION_SEARCH_SEC) break
    }
    return motionMoment(timesSec)
  } catch {
    // Not a file that it knows.
    return null
  } finally {
    input.dispose()
  }
}
