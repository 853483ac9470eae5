import type { Clock } from '../clock'
import { type StreamOpener, stopStream } from './stream'

/** Drivers may hang, and then getUserMedia never settles; those that work answer within two or three seconds. */
export const ANSWER_LIMIT_MS = 10_000

/** The same opener, but its question is given up after a while (TimeoutError); a stream that comes later is stopped. */
export function withAnswerLimit(media: StreamOpener, clock: Pick<Clock, 'after'>): StreamOpener {
  return {
    enumerateDevices: () => media.enumerateDevices(),
    getUserMedia: (constraints) =>
      new Promise((resolve, reject) => {
        let isGivenUp = false
        const cancel = clock.after(ANSWER_LIMIT_MS, () => {
          isGivenUp = true
          reject(new DOMException('The browser did not answer.', 'TimeoutError'))
        })
        media.getUserMedia(constraints).then(
          (stream) => {
            cancel()
            if (isGivenUp) stopStream(stream)
            else resolve(stream)
          },
          (error: unknown) => {
            cancel()
            reject(error)
          },
        )
      }),
  }
}
