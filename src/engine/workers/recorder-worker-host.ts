import type { FrameToKeep, FromRecorderWorker, ToRecorderWorker } from '../recording/recorder-protocol'
import { CodecChoice } from './codecs/codec-choice'
import { RecordedStream } from './recorded-stream'
import type { TakeWriter } from './take-writer'

interface OpenTake {
  readonly writer: TakeWriter
  readonly stream: RecordedStream
}

/** The recorder worker's end of the channel: closes every frame that came, and ends every take that began. */
export class RecorderWorkerHost {
  readonly #post: (message: FromRecorderWorker) => void
  readonly #streams = new Map<number, RecordedStream>()
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
        return this.#streams.get(message.streamId)?.setMp4Taken(message.isMp4Taken)
      case 'open':
        return this.#open(message)
      case 'set-pre-roll':
        return this.#streams.get(message.streamId)?.setPreRoll(message.preRollMs)
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
          : take.stream.endTake(take.writer, message.lastFrame, message.atMs)
      }
      case 'close':
        this.#streams.get(message.streamId)?.close()
        this.#streams.delete(message.streamId)
    }
  }

  readonly #keep = ({ streamId, frame, atMs }: FrameToKeep): void => {
    const stream = this.#streams.get(streamId)
    if (stream === undefined) frame.close()
    else stream.keep(frame, atMs)
  }

  #open({ streamId, preRollMs, apartMs, audio }: Extract<ToRecorderWorker, { kind: 'open' }>): void {
    const aheadMs = Date.now() - performance.now() - apartMs
    const nowMs = () => performance.now() + aheadMs
    const stream = new RecordedStream(streamId, preRollMs, { post: this.#post, nowMs, codecs: this.#codecs })
    this.#streams.set(streamId, stream)
    if (audio !== null) void stream.listen(audio)
  }

  #record({ streamId, takeId, fromMs, size }: Extract<ToRecorderWorker, { kind: 'record' }>): void {
    const stream = this.#streams.get(streamId)
    if (stream === undefined) {
      return this.#post({ kind: 'ended', takeId, outcome: 'no-frame', message: 'The stream was closed.' })
    }
    const writer = stream.record(takeId, fromMs, size)
    this.#takes.set(takeId, { writer, stream })
    void writer.run().then(() => {
      this.#takes.delete(takeId)
      stream.leaveTake(writer)
    })
  }
}
