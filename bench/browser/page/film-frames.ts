/** Of a Y4M film that is fetched: each frame's planes, as they come. */
export class FilmFrames {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
  #waiting = new Uint8Array(0)
  width = 0
  height = 0
  fps = 0

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
    this.#reader = reader
  }

  static async open(url: string): Promise<FilmFrames> {
    const { body } = await fetch(url)
    if (body === null) throw new Error(`${url} is empty.`)
    const film = new FilmFrames(body.getReader())
    const line = await film.#line()
    const [, width = '0', height = '0', fps = '0'] = / W(\d+) H(\d+) F(\d+):1 /.exec(line ?? '') ?? []
    if (width === '0') throw new Error(`${url} is no Y4M film.`)
    Object.assign(film, { width: Number(width), height: Number(height), fps: Number(fps) })
    return film
  }

  /** null at the end. */
  async next(): Promise<Uint8Array<ArrayBuffer> | null> {
    return (await this.#line()) === null ? null : this.#take((this.width * this.height * 3) / 2)
  }

  async #line(): Promise<string | null> {
    for (;;) {
      const end = this.#waiting.indexOf('\n'.charCodeAt(0))
      const line = end === -1 ? null : await this.#take(end + 1)
      if (line !== null) return new TextDecoder('latin1').decode(line)
      if (!(await this.#more(this.#waiting.length + 1))) return null
    }
  }

  async #take(bytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!(await this.#more(bytes))) return null
    const taken = this.#waiting.slice(0, bytes)
    this.#waiting = this.#waiting.subarray(bytes)
    return taken
  }

  async #more(bytes: number): Promise<boolean> {
    const parts = [this.#waiting]
    let length = this.#waiting.length
    while (length < bytes) {
      const { value } = await this.#reader.read()
      if (value === undefined) break
      parts.push(value)
      length += value.length
    }
    if (parts.length > 1) {
      const all = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        all.set(part, at)
        at += part.length
      }
      this.#waiting = all
    }
    return length >= bytes
  }
}
