import { Readable } from 'node:stream'

/** `Readable.from`, but for its end: that one waits for the part that is due, which a store may never send. */
export function streamOf(parts: AsyncGenerator<Uint8Array>, leaving: AbortController): Readable {
  return new Readable({
    read() {
      parts.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (problem: Error) => this.destroy(problem),
      )
    },
    destroy(problem, close) {
      leaving.abort()
      close(problem)
    },
  })
}
