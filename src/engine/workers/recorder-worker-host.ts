import type { FrameToKeep, FromRecorderWorker, ToRecorderWorker } from '../recording/recorder-protocol'
import { CameraTape } from './camera-tape'
import { CodecChoice } from './codecs/codec-choice'
import type { TakeWriter } from './take-writer'

interface OpenTake {
  readonly writer: TakeWriter
  readonly tape: CameraTape
}

/** The recorder worker's end of the channel: closes every frame that came, and ends every take that began. */
export class RecorderWorkerHost {
  readonly #post: (message: FromRecorderWorker) => void
  readonly #tapes = new Map<number, CameraTape>()
  readonly #takes = new Map<number, OpenTake>()
  /** One for all streams: cameras of one size share a trial. */
  readonly #codecs: CodecChoice

  constructor(post: (message: FromRecorderWorker) => void) {
    this.#post = post
    this.#codecs = new CodecChoice((verdict) => post({ kind: 'tried', verdict }))
    post({ kind: 'ready' })
  }

  handle(message: ToRecorderWorker): void {
    switch (message.kind) {
      case 'know':
        return this.#codecs.know(message.verdicts, message.broken)
      case 'set-mp4-taken':
        return this.#tapes.get(message.streamId)?.setMp4Taken(message.isMp4Taken)
      case 'open':
        return this.#open(message)
      case 'set-pre-roll':
        return this.#tapes.get(message.streamId)?.setPreRoll(message.preRollMs)
      case 'keep':
        return message.frames.forEach(this.#keep)
      case 'record':
        return this.#record(message)
      case 'add': {
        const take = this.#takes.get(message.takeId)
        return take === undefined ? message.frame.close() : take.writer.add(message.frame, message.atMs)
      }
      case 'stop': {
        const take = this.#takes.get(message.takeId)
        return take === undefined
          ? message.lastFrame?.close()
          : take.tape.endTake(take.writer, message.lastFrame, message.atMs)
      }
      case 'close':
        this.#tapes.get(message.streamId)?.close()
        this.#tapes.delete(message.streamId)
    }
  }

  readonly #keep = ({ streamId, frame, atMs }: FrameToKeep): void => {
    const tape = this.#tapes.get(streamId)
    if (tape === undefined) frame.close()
    else tape.keep(frame, atMs)
  }

  #open({ streamId, preRollMs, timeOriginMs, audio }: Extract<ToRecorderWorker, { kind: 'open' }>): void {
    const nowMs = () => performance.timeOrigin + performance.now() - timeOriginMs
    const tape = new CameraTape(streamId, preRollMs, { post: this.#post, nowMs, codecs: this.#codecs })
    this.#tapes.set(streamId, tape)
    if (audio !== null) void tape.listen(audio)
  }

  #record({ streamId, takeId, fromMs, size }: Extract<ToRecorderWorker, { kind: 'record' }>): void {
    const tape = this.#tapes.get(streamId)
    if (tape === undefined) {
      return this.#post({ kind: 'ended', takeId, outcome: 'no-frame', message: 'The stream was closed.' })
    }
    const writer = tape.record(takeId, fromMs, size)
    this.#takes.set(takeId, { writer, tape })
    void writer.run().then(() => {
      this.#takes.delete(takeId)
      tape.leaveTake(writer)
    })
  }
}
