const SEEKS = 10
/** Long, since a machine that makes clips meanwhile is slow to decode: the file is judged here. */
const WAIT_LIMIT_MS = 20_000

/** A frame is shown for less than this long, where none was left out. */
const NEAR_SEC = 0.4

/** Less than half of the time between two frames; players round. */
const SAME_SEC = 0.03

/**
 * Opens a clip in a video element as a user would, and seeks to ten random moments: each must show a frame of that moment. A
 * busy machine leaves frames out, so that one may stand for longer: then it must be the one that the file holds.
 */
export async function seekEverywhere(
  clip: Blob,
  frameTimesSec: readonly number[],
): Promise<{ durationMs: number; seeks: number }> {
  const video = document.createElement('video')
  video.muted = true
  const url = URL.createObjectURL(clip)
  try {
    const loaded = once(video, 'loadeddata')
    video.src = url
    if (!(await loaded)) return { durationMs: Number.NaN, seeks: 0 }
    let seeks = 0
    for (let i = 0; i < SEEKS; i++) {
      const toSec = Math.random() * video.duration
      const frameSec = frameTimesSec.findLast((timeSec) => timeSec <= toSec) ?? 0
      if (await seek(video, toSec, frameSec)) seeks++
    }
    return { durationMs: video.duration * 1000, seeks }
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

/** Whether the element arrived there and shows the frame of that moment, `frameSec` in the file: it may paint some time after it says so. */
async function seek(video: HTMLVideoElement, toSec: number, frameSec: number): Promise<boolean> {
  const arrived = once(video, 'seeked')
  video.currentTime = toSec
  if (!(await arrived) || Math.abs(video.currentTime - toSec) > 0.01) return false
  for (const startedMs = performance.now(); performance.now() - startedMs < WAIT_LIMIT_MS; ) {
    const frame = new VideoFrame(video)
    const shownSec = frame.timestamp / 1e6
    const isNear = shownSec <= toSec + 0.05 && shownSec > toSec - NEAR_SEC
    frame.close()
    if (isNear || Math.abs(shownSec - frameSec) < SAME_SEC) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}

function once(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), WAIT_LIMIT_MS)
    video.addEventListener(
      name,
      () => {
        clearTimeout(limit)
        resolve(true)
      },
      { once: true },
    )
  })
}
