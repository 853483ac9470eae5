import { MINUTE_MS } from '../../lib/durations'
import { InTurn } from '../../lib/in-turn'
import { limitAwake } from '../../lib/time-limit'
import type { Clock } from '../clock'
import { answersInTurn } from './attendance'
import { type StreamOpener, stopStream } from './stream'

/** Drivers may hang, and then no question is ever answered; those that work answer within two or three seconds. */
const ANSWER_LIMIT_MS = 10_000

/** A driver that answers later, but within this, is slow and does not hang: the next time it has twice as long as it took. */
const LONGEST_ANSWER_LIMIT_MS = MINUTE_MS

/** By question, where it was answered late the last time. The picture waits for no microphone so long, which a person may allow late. */
const longerLimitsMs = new Map<string, number>()

/** Of this page: where the browser looks at one question after the other, each has its time from when it is its turn. */
const questions = new InTurn()

/** So long without an answer a question may have been lost, and another is asked; twice as long where that was of no use. */
const FIRST_LOST_MS = MINUTE_MS
const LONGEST_LOST_MS = 60 * MINUTE_MS
let lostMs = FIRST_LOST_MS

/** Settles when the last question is answered, or lost. Nothing is asked behind it: a driver that goes on would have to answer it all. */
let lastIsOver: Promise<void> = Promise.resolve()

type AnswerClock = Pick<Clock, 'after' | 'monotonicMs'>

/** The same opener, but its questions are given up after a while (TimeoutError); a stream that comes later is stopped. */
export function withAnswerLimit(media: StreamOpener, clock: AnswerClock): StreamOpener {
  return {
    enumerateDevices: () => answerOf(media.enumerateDevices(), clock, nothing),
    getUserMedia(constraints) {
      if (!answersInTurn()) return streamOf(media.getUserMedia(constraints), constraints, clock)
      return questions.run(async () => {
        await answerOf(lastIsOver, clock, nothing)
        const asked = media.getUserMedia(constraints)
        lastIsOver = endOf(asked, clock)
        return streamOf(asked, constraints, clock)
      })
    },
  }
}

async function streamOf(
  asked: Promise<MediaStream>,
  constraints: MediaStreamConstraints | undefined,
  clock: AnswerClock,
): Promise<MediaStream> {
  const question = JSON.stringify(constraints)
  const limitMs = longerLimitsMs.get(question) ?? ANSWER_LIMIT_MS
  const askedAtMs = clock.monotonicMs()
  const onLate = (late: MediaStream) => {
    stopStream(late)
    const tookMs = clock.monotonicMs() - askedAtMs
    if (!constraints?.video || tookMs > LONGEST_ANSWER_LIMIT_MS) return
    longerLimitsMs.set(question, Math.min(2 * tookMs, LONGEST_ANSWER_LIMIT_MS))
  }
  const stream = await answerOf(asked, clock, onLate, limitMs)
  if (clock.monotonicMs() - askedAtMs < ANSWER_LIMIT_MS) longerLimitsMs.delete(question)
  return stream
}

function answerOf<Answer>(
  asked: Promise<Answer>,
  clock: AnswerClock,
  onLate: (answer: Answer) => void,
  limitMs = ANSWER_LIMIT_MS,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false
    const cancel = limitAwake(clock, limitMs, () => {
      isGivenUp = true
      reject(new DOMException('The browser did not answer.', 'TimeoutError'))
    })
    asked.then(
      (answer) => {
        cancel()
        if (isGivenUp) onLate(answer)
        else resolve(answer)
      },
      (error: unknown) => {
        cancel()
        reject(error)
      },
    )
  })
}

/** Never rejects. */
async function endOf(asked: Promise<unknown>, clock: AnswerClock): Promise<void> {
  let isAnswered = false
  const answered = asked.then(nothing, nothing).then(() => {
    isAnswered = true
  })
  await answerOf(answered, clock, nothing, lostMs).catch(nothing)
  lostMs = isAnswered ? FIRST_LOST_MS : Math.min(2 * lostMs, LONGEST_LOST_MS)
}

function nothing(): void {
  // Only the time of the answer counts.
}
