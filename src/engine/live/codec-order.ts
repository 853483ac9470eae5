/** A codec that a browser can send, as it names it. */
export interface SendCodec {
  readonly mimeType: string
}

const isH264 = ({ mimeType }: SendCodec) => mimeType.toLowerCase() === 'video/h264'
const isVp8 = ({ mimeType }: SendCodec) => mimeType.toLowerCase() === 'video/vp8'
const isPicture = ({ mimeType }: SendCodec) => !/\/(rtx|red|ulpfec|flexfec-03)$/i.test(mimeType)

/**
 * H.264 and VP8, the cheaper one on this machine first: H.264 where hardware encodes it, VP8 where a core would have to.
 * Others are left out: in software they cost several times as much. What belongs to the transport stays.
 */
export function codecOrder<Codec extends SendCodec>(codecs: readonly Codec[], isH264Cheap: boolean): Codec[] {
  const h264 = codecs.filter(isH264)
  const vp8 = codecs.filter(isVp8)
  const pictures = isH264Cheap ? [...h264, ...vp8] : [...vp8, ...h264]
  // A browser that has neither sends what it has.
  if (pictures.length === 0) return [...codecs]
  return [...pictures, ...codecs.filter((codec) => !isPicture(codec))]
}

/** Whether this machine encodes H.264 in hardware; false where the browser does not say. */
export async function isH264Cheap(capabilities: MediaCapabilities | undefined): Promise<boolean> {
  if (capabilities === undefined) return false
  try {
    const { supported, powerEfficient } = await capabilities.encodingInfo({
      type: 'webrtc',
      video: {
        contentType: 'video/H264;level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
        width: 1280,
        height: 720,
        framerate: 15,
        bitrate: 1_500_000,
      },
    })
    return supported && powerEfficient
  } catch {
    // Not every browser knows this kind of question.
    return false
  }
}
