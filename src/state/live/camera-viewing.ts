import type { LiveCandidate, LiveNews, ShownSize } from '../../contract/live/live'
import { DirectSender, type SendPace, Voice } from '../../engine/live'
import { actRefusals } from '../messages'
import { candidateToAdd, candidateToSend } from './ice'
import type { OfferedCamera } from './offered-cameras'
import { refuse, type SendingContext } from './sending-context'

export type ViewingNews = Extract<LiveNews, { kind: 'viewing' }>

/** Sound of a viewing: silent until it was asked for, and until the room has heard that somebody listens or talks. */
type Sound = 'off' | 'asked' | 'on'

/** One viewer's look at a camera of this tab. Owns its connection and its voice. */
export class CameraViewing {
  readonly viewing: ViewingNews
  readonly #context: SendingContext
  #camera: OfferedCamera
  #size: ShownSize
  #sender: DirectSender | null = null
  #voice: Voice | null = null
  #hearing: Sound = 'off'
  /** Somebody at the camera ended it: it begins by itself no more. */
  #isListeningStopped = false
  #talking: Sound = 'off'
  #isClosed = false

  constructor(viewing: ViewingNews, camera: OfferedCamera, context: SendingContext) {
    this.viewing = viewing
    this.#size = viewing.size
    this.#camera = camera
    this.#context = context
  }

  get isDirect(): boolean {
    return this.#sender !== null
  }

  get size(): ShownSize {
    return this.#size
  }

  /** Answers the offer, by a connection in the place of the one before, which its viewer has given up. */
  sendDirectly(offer: string): void {
    const { viewingId, isComplete, mayHear } = this.viewing
    const { line, ports, pace } = this.#context
    this.#endDirect()
    const wish = { offer, isComplete, mayHear, size: this.#size, pace: pace(), iceServers: line.iceServers() }
    try {
      this.#sender = new DirectSender(this.#camera.stream, wish, ports.direct, {
        onAnswer: (sdp) => {
          line.send({ kind: 'answer', viewingId, sdp })
          this.listenByItself()
        },
        onCandidate: (candidate) => line.send({ kind: 'candidate', viewingId, candidate: candidateToSend(candidate) }),
        onFailed: (error) => this.#loseDirect(error),
      })
    } catch (error) {
      // The browser opens no connection more.
      this.#loseDirect(error)
    }
  }

  /** This viewer gets nothing directly. For a program, which has no relay, the hub ends it then, and says why. */
  refuseDirect(reason: 'full' | 'failed'): void {
    this.#context.line.send({ kind: 'no-direct', viewingId: this.viewing.viewingId, reason })
  }

  addCandidate(candidate: LiveCandidate): void {
    this.#sender?.addCandidate(candidateToAdd(candidate))
  }

  setSize(size: ShownSize): void {
    this.#size = size
    this.#sender?.setSize(size)
  }

  setPace(pace: SendPace): void {
    this.#sender?.setPace(pace)
  }

  setCamera(camera: OfferedCamera): void {
    const isOpenedAnew = camera.stream !== this.#camera.stream
    this.#camera = camera
    if (isOpenedAnew) this.#sender?.setStream(camera.stream)
    // A stream goes on without its microphone.
    if (!this.#hasSound && this.#hearing === 'on') this.endListening(actRefusals.noMicrophone)
    else if (this.#hasSound && isOpenedAnew) this.listenByItself()
  }

  /** A player that cannot ask hears what its offer takes: one that takes no sound makes no tone, and nobody listens by it. */
  listenByItself(): void {
    if (this.viewing.isComplete && !this.#isListeningStopped && this.#sender?.takesSound === true) void this.listen()
  }

  async listen(): Promise<void> {
    if (this.#hearing !== 'off') return
    const why = this.#whySilent() ?? (this.#hasSound ? null : actRefusals.noMicrophone)
    if (why !== null) return this.#refuse('listen-begin', why)
    this.#hearing = 'asked'
    const isTold = await this.#context.speaker.chime()
    if (this.#isClosed || this.#hearing !== 'asked') return
    const whyNow = this.#whySilent() ?? (isTold ? null : actRefusals.noSpeaker)
    this.#hearing = whyNow === null ? 'on' : 'off'
    if (whyNow !== null) return this.#refuse('listen-begin', whyNow)
    this.#sender?.setHeard(true)
    this.#sign('listening')
    const { viewingId, isComplete } = this.viewing
    // Nobody asked the hub for it, so it has to be told for those who look who listens.
    if (isComplete) this.#context.line.send({ kind: 'act', viewingId, act: 'listen-begin' })
  }

  /** `why` tells a viewer that did not end it itself. */
  endListening(why: string | null = null): void {
    if (this.#hearing === 'off') return
    this.#hearing = 'off'
    this.#sender?.setHeard(false)
    this.#context.signs.remove(this.viewing.viewingId, 'listening')
    if (why !== null) this.#refuse('listen-begin', why)
  }

  /** By somebody at the camera. */
  stopListening(): void {
    this.#isListeningStopped = true
    this.endListening(actRefusals.stopped)
  }

  async talk(): Promise<void> {
    if (this.#talking !== 'off') return
    const why = this.#whySilent()
    const track = this.#sender?.voice ?? null
    if (why !== null || track === null) return this.#refuse('talk-begin', why ?? actRefusals.noVoice)
    this.#talking = 'asked'
    const voice = new Voice(track, this.#context.ports.openVoice)
    this.#voice = voice
    const isTold = await this.#context.speaker.chime()
    if (this.#voice !== voice) return
    const isHeard = isTold && this.#whySilent() === null && (await voice.play())
    if (this.#voice !== voice) return voice.stop()
    if (!isHeard) return this.endTalking(this.#whySilent() ?? actRefusals.noSpeaker)
    this.#talking = 'on'
    this.#sign('talking')
  }

  endTalking(why: string | null = null): void {
    if (this.#talking === 'off') return
    this.#talking = 'off'
    this.#voice?.stop()
    this.#voice = null
    this.#context.signs.remove(this.viewing.viewingId, 'talking')
    if (why !== null) this.#refuse('talk-begin', why)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.endListening()
    this.endTalking()
    this.#sender?.close()
    this.#sender = null
  }

  get #hasSound(): boolean {
    return this.#camera.stream.getAudioTracks().length > 0
  }

  /** Why there is no sound either way; null: there may be. */
  #whySilent(): string | null {
    if (this.#context.isStealthy()) return actRefusals.stealth
    if (!this.viewing.mayHear) return actRefusals.plan
    return this.#sender === null ? actRefusals.notDirect : null
  }

  #endDirect(): void {
    this.#sender?.close()
    this.#sender = null
    this.endListening(actRefusals.notDirect)
    this.endTalking(actRefusals.notDirect)
  }

  #loseDirect(error: unknown): void {
    this.#endDirect()
    if (error !== undefined) this.#context.report('A live picture could not be sent directly.', error)
    this.refuseDirect('failed')
  }

  #sign(kind: 'listening' | 'talking'): void {
    const { viewingId, cameraId, who } = this.viewing
    this.#context.signs.add({ kind, cameraId, cameraName: this.#camera.name, viewingId, who })
  }

  #refuse(act: 'listen-begin' | 'talk-begin', message: string): void {
    refuse(this.#context.line, this.viewing.viewingId, act, message)
  }
}
