/** Shows a picture of two halves: scaled it is dark and then bright, cut off dark all over. */
export function decoderOfHalves(isScaled: (codec: string) => boolean) {
  return class {
    state = 'configured'
    readonly #output: (frame: unknown) => void
    #config = { codec: '', codedWidth: 0 }

    constructor({ output }: { output: (frame: unknown) => void }) {
      this.#output = output
    }

    configure(config: { readonly codec: string; readonly codedWidth: number }): void {
      this.#config = config
    }

    decode(): void {
      const { codec, codedWidth } = this.#config
      this.#output({
        displayWidth: codedWidth,
        displayHeight: 1,
        allocationSize: () => codedWidth,
        close: () => undefined,
        async copyTo(pixels: Uint8Array) {
          pixels.fill(16).fill(isScaled(codec) ? 235 : 16, codedWidth / 2)
          return [{ offset: 0, stride: codedWidth }]
        },
      })
    }

    async flush(): Promise<void> {}

    close(): void {
      this.state = 'closed'
    }
  }
}
