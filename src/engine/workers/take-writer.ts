import { AudioSample, Output, StreamTarget, VideoSample, VideoSampleSource } from 'mediabunny'
import type { PictureSize } from '../../lib/picture-size'
import { limitAwake } from '../../lib/time-limit'
import { pageClock } from '../clock'
import { type ClipMaking, type CodecVerdict, makingOf } from '../recording/clip-codec'
import type { TakeSize } from '../recording/recorder-port'
import type { FromRecorderWorker } from '../recording/recorder-protocol'
import { type ClipFormat, chooseFormat, FRAMES_PER_SECOND, streamFormat, videoEncoding } from './clip-format'
import { ClipSound } from './clip-sound'
import type { CodecChoice } from './codecs/codec-choice'
import { encodedSize, scaleTo } from './codecs/encoded-size'
import { copyFrame, type KeptFrame } from './frame-ring'
import { PartSender } from './part-sender'
import type { HeardSound } from './sound-ring'

/** Most of the camera's own buffers that a take holds: a camera has some ten of them, and stops without. */
const LONGEST_FRAME_QUEUE = 3

/** Copied frames that may wait for the encoder, 3 s of them: a machine that is slower for longer must drop some. */
const LONGEST_QUEUE = 45

/** How many frames must wait for the encoder not to keep up. A take that begins has those of its pre-roll, and of a trial. */
const BEHIND_QUEUE = 36
const BEHIND_TOLD_MS = 1_000

/** Longest silence while frames are encoded: of a slow machine, a second of MP4 takes longer than an encoder may hang. */
const ENCODED_TOLD_MS = 2_000

/** Longest wait, once stopped, for frames that wait; then the rest is left out, so that the clip is handed over in time. */
const LONGEST_BACKLOG_MS = 8_000

/** Longest silence of a microphone that is on; a container waits for all its tracks. */
const SILENT_MS = 1_000

/** A look that comes later after the one before tells of no longer silence: the worker may have had no turn. */
const LONGEST_LOOK_MS = SILENT_MS / 2

/** Longest wait of a clip for a trial of encoders; then it is made as the specification says, and the next one is better. */
const TRIAL_WAIT_MS = 1_000

type EndOutcome = Extract<FromRecorderWorker, { kind: 'ended' }>['outcome']

type Waiting =
  | { readonly kind: 'frame'; readonly frame: VideoFrame; readonly atMs: number }
  | { readonly kind: 'copy'; readonly copy: Promise<KeptFrame | null> }

export interface TakePorts {
  readonly post: (message: FromRecorderWorker) => void
  /** The page's monotonic clock. */
  readonly nowMs: () => number
  /** null: the clip is webm. */
  readonly codecs: Pick<CodecChoice, 'of' | 'noteBroken'> | null
  onMaking(making: ClipMaking): void
}

/** One recording: encodes its frames in order and hands the container's bytes on as they come. */
export class TakeWriter {
  readonly #takeId: number
  readonly #size: TakeSize
  readonly #ports: TakePorts
  readonly #post: TakePorts['post']
  readonly #nowMs: TakePorts['nowMs']
  readonly #queue: Waiting[] = []
  readonly #parts: PartSender
  readonly #sounds: HeardSound[]
  /** Sound waits until the container is open, and is let go where that has no track for it. */
  #sound: 'waiting' | 'none' | ClipSound = 'waiting'
  #heardAtMs = 0
  /** For how long looks found nothing that was heard. */
  #silentMs = 0
  #lookedAtMs = 0
  #startedAtMs = 0
  #lastAtMs = Number.NEGATIVE_INFINITY
  #isStopped = false
  /** Whether it was stopped so long ago that what waits is left out. */
  #isLate = false
  /** Told once the first picture is in the container: what never holds one is no recording. */
  #begun: Extract<FromRecorderWorker, { kind: 'begun' }> | null = null
  #hasPicture = false
  #toldBehindAtMs = Number.NEGATIVE_INFINITY
  /** When the page last heard that something is encoded. */
  #toldEncodedAtMs = Number.NEGATIVE_INFINITY
  #wake: () => void = () => undefined

  constructor(
    takeId: number,
    kept: { readonly frames: readonly KeptFrame[]; readonly sounds: readonly HeardSound[]; readonly size: TakeSize },
    ports: TakePorts,
  ) {
    const { post, nowMs } = ports
    this.#takeId = takeId
    this.#size = kept.size
    this.#ports = ports
    this.#post = post
    this.#nowMs = nowMs
    this.#sounds = [...kept.sounds]
    this.#heardAtMs = kept.sounds.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
    this.#parts = new PartSender((bytes) => {
      this.#toldEncodedAtMs = nowMs()
      post({ kind: 'part', takeId, bytes })
    }, nowMs)
    for (const frame of kept.frames) this.#queue.push({ kind: 'copy', copy: Promise.resolve(frame) })
  }

  /** Takes the frame over. */
  add(frame: VideoFrame, atMs: number): void {
    if (!this.#isStopped) this.#tellBehind()
    if (this.#isStopped || this.#queue.length >= LONGEST_QUEUE) return frame.close()
    // Behind others the frame waits as a copy, so that the camera gets its buffer back.
    const isNear = this.#queue.length < LONGEST_FRAME_QUEUE
    this.#queue.push(isNear ? { kind: 'frame', frame, atMs } : { kind: 'copy', copy: copyFrame(frame, atMs) })
    this.#wake()
  }

  #tellBehind(): void {
    const nowMs = this.#nowMs()
    if (this.#queue.length < BEHIND_QUEUE || nowMs - this.#toldBehindAtMs < BEHIND_TOLD_MS) return
    this.#toldBehindAtMs = nowMs
    this.#post({ kind: 'behind' })
  }

  #tellEncoded(): void {
    const nowMs = this.#nowMs()
    if (nowMs - this.#toldEncodedAtMs < ENCODED_TOLD_MS) return
    this.#toldEncodedAtMs = nowMs
    this.#post({ kind: 'encoded' })
  }

  /** Takes the sound over. */
  hear(sound: HeardSound): void {
    if (this.#isStopped) return sound.data.close()
    this.#heardAtMs = sound.atMs
    this.#sounds.push(sound)
    this.#wake()
  }

  stop(lastFrame: VideoFrame | null, atMs: number): void {
    if (lastFrame !== null) this.add(lastFrame, atMs)
    this.#isStopped = true
    limitAwake(pageClock, LONGEST_BACKLOG_MS, () => {
      this.#isLate = true
    })
    this.#wake()
  }

  /** Records until stopped; tells `ended` whatever happens. */
  async run(): Promise<void> {
    const ended = (outcome: EndOutcome, message = '') =>
      this.#post({ kind: 'ended', takeId: this.#takeId, outcome, message })
    let format: ClipFormat | null = null
    const brokeOff = (message: string) => {
      // The next one, which may be the second try of this, is made by another encoder.
      if (format?.tried !== undefined) this.#ports.codecs?.noteBroken(format.tried)
      ended('broke-off', message)
    }
    try {
      const first = await this.#next()
      if (first === null) return ended('no-frame', 'The camera gave no frame.')
      try {
        const size = { width: first.displayWidth, height: first.displayHeight }
        const verdict = await this.#verdict(size, first)
        format = await this.#chooseFormat(size, verdict)
        if (format === null) {
          return ended('no-format', `No format of the ladder is encoded at ${size.width} x ${size.height}.`)
        }
        const encoded = await encodedSize(size, this.#size, format)
        this.#tellMaking(format, verdict, encoded !== size)
        await this.#write(format, { size, encoded }, first)
      } finally {
        first.close()
      }
      if (this.#begun !== null) return brokeOff('The encoder gave no picture.')
      ended('stopped')
    } catch (error) {
      this.#parts.flush()
      brokeOff(error instanceof Error ? error.message : String(error))
    } finally {
      this.#giveBack()
    }
  }

  async #chooseFormat(size: PictureSize, verdict: CodecVerdict | null): Promise<ClipFormat | null> {
    // Whatever says that it can was refused a moment ago: the browser's own recorder takes over.
    if (verdict !== null && verdict.codec === null) return null
    return chooseFormat(size, this.#soundShape(), verdict?.codec ?? null)
  }

  #tellMaking(format: ClipFormat, verdict: CodecVerdict | null, isHalved: boolean): void {
    const isAsTried = format.tried !== undefined || verdict?.codec === 'vp8'
    if (verdict !== null && isAsTried) this.#ports.onMaking(makingOf(verdict, isHalved))
    else if (format.video === 'vp8') this.#ports.onMaking({ ...untriedVp8, isHalved })
  }

  /** null: there is none, or not yet. */
  async #verdict(size: PictureSize, first: VideoSample): Promise<CodecVerdict | null> {
    const { codecs } = this.#ports
    if (codecs === null) return null
    let limit: ReturnType<typeof setTimeout> | undefined
    const isLate = new Promise<null>((resolve) => {
      limit = setTimeout(() => resolve(null), TRIAL_WAIT_MS)
    })
    const choosing = codecs.of(size, () => copyFrame(first.toVideoFrame(), 0))
    return Promise.race([choosing, isLate]).finally(() => clearTimeout(limit))
  }

  async #write(
    format: ClipFormat,
    { size, encoded }: { readonly size: PictureSize; readonly encoded: PictureSize },
    first: VideoSample,
  ): Promise<void> {
    const { container, mediaType } = format
    const target = new StreamTarget(new WritableStream({ write: ({ data }) => this.#keep(data, container) }))
    const output = new Output({ format: streamFormat(container), target })
    const video = new VideoSampleSource({
      ...videoEncoding(format, encoded),
      ...(encoded !== size && { onEncoderConfig: (config: VideoEncoderConfig) => scaleTo(config, encoded) }),
      onEncodedPacket: () => {
        this.#hasPicture = true
        this.#tellEncoded()
      },
    })
    output.addVideoTrack(video)
    const sound = format.audio === null ? null : new ClipSound(output, format.audio)
    this.#sound = sound ?? 'none'
    try {
      const { audio } = format
      this.#begun = {
        kind: 'begun',
        takeId: this.#takeId,
        startedAtMs: this.#startedAtMs,
        mediaType,
        hasAudio: audio !== null,
      }
      await output.start()
      await sound?.start()
      for (let sample: VideoSample | null = first; sample !== null; sample = await this.#next()) {
        try {
          await video.add(sample)
        } finally {
          sample.close()
        }
        await this.#encodeSounds()
      }
      await sound?.close()
      await output.finalize()
    } catch (error) {
      await output.cancel().catch(() => undefined)
      void sound?.close()
      throw error
    }
    this.#parts.flush()
  }

  /** The container's next bytes. */
  #keep(bytes: Uint8Array, container: ClipFormat['container']): void {
    this.#parts.write(bytes)
    if (!this.#hasPicture || this.#begun === null) return
    this.#post(this.#begun)
    this.#begun = null
    this.#parts.open(container)
  }

  /** The next frame, with its time in the clip; null once stopped and all are done. Frames out of order are left out. */
  async #next(): Promise<VideoSample | null> {
    for (;;) {
      this.#leaveOutLate()
      const waiting = this.#queue.shift()
      if (waiting === undefined) {
        if (this.#isStopped) return null
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        await this.#encodeSounds()
        continue
      }
      const sample = waiting.kind === 'frame' ? this.#ofFrame(waiting.frame, waiting.atMs) : await this.#ofCopy(waiting)
      if (sample !== null) return sample
    }
  }

  /** A machine that is far behind holds fewer frames, but never none. */
  #leaveOutLate(): void {
    if (this.#lastAtMs === Number.NEGATIVE_INFINITY || !this.#isLate) return
    for (const waiting of this.#queue.splice(0)) if (waiting.kind === 'frame') waiting.frame.close()
  }

  #ofFrame(frame: VideoFrame, atMs: number): VideoSample | null {
    const timestamp = this.#place(atMs)
    if (timestamp !== null) return new VideoSample(frame, { timestamp, duration: 1 / FRAMES_PER_SECOND })
    frame.close()
    return null
  }

  async #ofCopy({ copy }: Extract<Waiting, { kind: 'copy' }>): Promise<VideoSample | null> {
    const kept = await copy
    const timestamp = kept === null ? null : this.#place(kept.atMs)
    if (kept === null || timestamp === null) return null
    const frame = new VideoFrame(kept.data, { ...kept.init, timestamp: Math.round(timestamp * 1e6) })
    return new VideoSample(frame, { timestamp, duration: 1 / FRAMES_PER_SECOND })
  }

  /** Seconds into the clip; null for a frame no newer than the last. */
  #place(atMs: number): number | null {
    if (atMs < this.#lastAtMs + 1) return null
    if (this.#lastAtMs === Number.NEGATIVE_INFINITY) this.#startedAtMs = atMs
    this.#lastAtMs = atMs
    return (atMs - this.#startedAtMs) / 1000
  }

  #soundShape() {
    const first = this.#sounds[0]?.data
    const isHeard = this.#nowMs() - this.#heardAtMs <= SILENT_MS
    return first === undefined || !isHeard ? null : first
  }

  async #encodeSounds(): Promise<void> {
    const sound = this.#sound
    if (sound === 'waiting') return
    const isHeard = this.#sounds.length > 0
    for (let heard = this.#sounds.shift(); heard !== undefined; heard = this.#sounds.shift()) {
      // Closing the sample closes the sound.
      const sample = new AudioSample(heard.data)
      try {
        const timestamp = (heard.atMs - this.#startedAtMs) / 1000
        sample.setTimestamp(timestamp)
        if (sound !== 'none' && timestamp >= 0) await sound.add(sample)
      } finally {
        sample.close()
      }
    }
    // By looks, and not from the last sound: what a machine that was held up heard meanwhile comes a moment later.
    const nowMs = this.#nowMs()
    this.#silentMs = isHeard ? 0 : this.#silentMs + Math.min(nowMs - this.#lookedAtMs, LONGEST_LOOK_MS)
    this.#lookedAtMs = nowMs
    if (sound === 'none' || this.#silentMs <= SILENT_MS) return
    // The container would wait for it, and hand on nothing.
    void sound.close()
    this.#sound = 'none'
  }

  #giveBack(): void {
    this.#isStopped = true
    for (const waiting of this.#queue.splice(0)) if (waiting.kind === 'frame') waiting.frame.close()
    for (const { data } of this.#sounds.splice(0)) data.close()
  }
}

const untriedVp8 = { by: 'encoder', codec: 'vp8', frameMs: null, passedOver: [] } as const
