/** What the browser offers for getting frames out of a camera. */
export interface FrameAbilities {
  readonly hasVideoFrame: boolean
  readonly hasVideoFrameCallback: boolean
}

/** How a camera's frames reach the worker. */
export interface FramePath {
  /** `video-frame`: transferred and copied in the worker; `canvas`: drawn and read on the main thread. */
  readonly frames: 'video-frame' | 'canvas'
  /** `video-callback`: no frame is looked at twice while the page is visible; `clock`: whatever shows at the tick. */
  readonly pacing: 'video-callback' | 'clock'
  /** One sentence for people who ask why. */
  readonly why: string
}

/** Chooses the cheapest way that works (ENG-03). */
export function chooseFramePath(abilities: FrameAbilities): FramePath {
  const frames = abilities.hasVideoFrame ? 'video-frame' : 'canvas'
  const pacing = abilities.hasVideoFrameCallback ? 'video-callback' : 'clock'
  const missing = [
    ...(abilities.hasVideoFrame ? [] : ['VideoFrame, so frames are read from a canvas']),
    ...(abilities.hasVideoFrameCallback ? [] : ['requestVideoFrameCallback, so frames are taken by the clock']),
  ]
  return {
    frames,
    pacing,
    why: missing.length === 0 ? 'This browser has all the pieces.' : `This browser lacks ${missing.join(' and ')}.`,
  }
}

/** The path of a camera whose frames no worker can read. */
export function canvasPathOf(path: FramePath): FramePath {
  return { ...path, frames: 'canvas', why: "This camera's frames cannot be copied, so they are read from a canvas." }
}
