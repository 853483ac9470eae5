/** What the engine's page does with VideoFrames, counted from outside: the engine knows nothing of it. */
export interface FrameCounts {
  made: number
  open: number
}

/** A worker's answer that ends a frame it was given. */
function endsFrame(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  return message.kind === 'checked' || message.kind === 'jpeg'
}

/** Call before the engine starts. */
export function countFrames(): FrameCounts {
  const counts: FrameCounts = { made: 0, open: 0 }
  const { close } = VideoFrame.prototype
  VideoFrame.prototype.close = function (this: VideoFrame): void {
    // A frame that was handed over or closed before has no size any more.
    if (this.codedWidth !== 0) counts.open--
    close.call(this)
  }
  window.VideoFrame = new Proxy(window.VideoFrame, {
    construct(target, args, newTarget) {
      const frame: object = Reflect.construct(target, args, newTarget)
      counts.made++
      counts.open++
      return frame
    },
  })
  const OwnWorker = window.Worker
  window.Worker = class extends OwnWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }) => {
        if (endsFrame(data)) counts.open--
      })
    }
  }
  return counts
}
