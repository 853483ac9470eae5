import { InTurn } from '../../lib/in-turn'
import type { Clock } from '../clock'
import { answersInTurn } from './attendance'
import { type StreamOpener, stopStream } from './stream'

/** Drivers may hang, and then no question is ever answered; those that work answer within two or three seconds. */
const ANSWER_LIMIT_MS = 10_000

/** Of this page: where the browser looks at one question after the other, each has its time from when it is its turn. */
const questions = new InTurn()

/** The same opener, but its questions are given up after a while (TimeoutError); a stream that comes later is stopped. */
export function withAnswerLimit(media: StreamOpener, clock: Pick<Clock, 'after'>): StreamOpener {
  return {
    enumerateDevices: () => answerOf(media.enumerateDevices(), clock, () => undefined),
    getUserMedia(constraints) {
      const ask = () => answerOf(media.getUserMedia(constraints), clock, stopStream)
      return answersInTurn() ? questions.run(ask) : ask()
    },
  }
}

function answerOf<Answer>(
  asked: Promise<Answer>,
  clock: Pick<Clock, 'after'>,
  onLate: (answer: Answer) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false
    const cancel = clock.after(ANSWER_LIMIT_MS, () => {
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
