import {
  type AudioCodec,
  type AudioSample,
  AudioSampleSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  NullTarget,
  Output,
} from 'mediabunny'
import { audioEncoding } from './clip-format'

/**
 * The sound of one recording. Its encoder works beside the container: what an encoder fails in can be closed no more, and
 * the picture must go on without the sound (CLIP-06).
 */
export class ClipSound {
  readonly #packets: EncodedAudioPacketSource
  readonly #samples: AudioSampleSource
  readonly #beside: Output
  #written: Promise<void> = Promise.resolve()
  #closing: Promise<void> | null = null

  /** Adds its track to a container that has not started. */
  constructor(container: Output, codec: AudioCodec) {
    this.#packets = new EncodedAudioPacketSource(codec)
    container.addAudioTrack(this.#packets)
    this.#samples = new AudioSampleSource({
      ...audioEncoding(codec),
      onEncodedPacket: (packet, meta) => {
        this.#written = this.#write(packet, meta)
      },
    })
    this.#beside = new Output({ format: container.format, target: new NullTarget() })
    this.#beside.addAudioTrack(this.#samples)
  }

  start(): Promise<void> {
    return this.#beside.start()
  }

  /** The caller closes the sample. Closed sound takes none; one that cannot be encoded closes it. */
  async add(sample: AudioSample): Promise<void> {
    if (this.#closing !== null) return
    try {
      await this.#samples.add(sample)
      await this.#written
    } catch {
      await this.close()
    }
  }

  /** Nothing comes any more, and the container waits for nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** Never rejects nor throws: the encoder calls it, and nobody would hear of it there. */
  async #write(packet: EncodedPacket, meta: EncodedAudioChunkMetadata | undefined): Promise<void> {
    try {
      await this.#packets.add(packet, meta)
    } catch {
      void this.close()
    }
  }

  async #close(): Promise<void> {
    // Rejects where the encoder failed, and gives it back all the same.
    await this.#beside.finalize().catch(() => undefined)
    await this.#written
    this.#packets.close()
  }
}
