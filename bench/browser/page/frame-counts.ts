/** What the engine's page does with VideoFrames, counted from outside: the engine knows nothing of it. */
export interface FrameCounts {
  made: number
  open: number
}

/** How many frames that the worker was given its answer ends. */
function endedFrames(message: unknown): number {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return 0
  if (message.kind === 'checks-made' && 'answers' in message && Array.isArray(message.answers))
    return message.answers.length
  return message.kind === 'checked' || message.kind === 'jpeg' ? 1 : 0
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
        counts.open -= endedFrames(data)
      })
    }
  }
  return counts
}
