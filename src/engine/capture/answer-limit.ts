import { MINUTE_MS } from '../../lib/durations'
import { InTurn } from '../../lib/in-turn'
import type { Clock } from '../clock'
import { answersInTurn } from './attendance'
import { type StreamOpener, stopStream } from './stream'

/** Drivers may hang, and then no question is ever answered; those that work answer within two or three seconds. */
const ANSWER_LIMIT_MS = 10_000

/** Of this page: where the browser looks at one question after the other, each has its time from when it is its turn. */
const questions = new InTurn()

/** So long without an answer a question may have been lost, and another is asked; twice as long where that was of no use. */
const FIRST_LOST_MS = MINUTE_MS
const LONGEST_LOST_MS = 60 * MINUTE_MS
let lostMs = FIRST_LOST_MS

/** Settles when the last question is answered, or lost. Nothing is asked behind it: a driver that goes on would have to answer it all. */
let lastIsOver: Promise<void> = Promise.resolve()

/** The same opener, but its questions are given up after a while (TimeoutError); a stream that comes later is stopped. */
export function withAnswerLimit(media: StreamOpener, clock: Pick<Clock, 'after'>): StreamOpener {
  return {
    enumerateDevices: () => answerOf(media.enumerateDevices(), clock, nothing),
    getUserMedia(constraints) {
      if (!answersInTurn()) return answerOf(media.getUserMedia(constraints), clock, stopStream)
      return questions.run(async () => {
        await answerOf(lastIsOver, clock, nothing)
        const asked = media.getUserMedia(constraints)
        lastIsOver = endOf(asked, clock)
        return answerOf(asked, clock, stopStream)
      })
    },
  }
}

function answerOf<Answer>(
  asked: Promise<Answer>,
  clock: Pick<Clock, 'after'>,
  onLate: (answer: Answer) => void,
  limitMs = ANSWER_LIMIT_MS,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false
    const cancel = clock.after(limitMs, () => {
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
async function endOf(asked: Promise<unknown>, clock: Pick<Clock, 'after'>): Promise<void> {
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
