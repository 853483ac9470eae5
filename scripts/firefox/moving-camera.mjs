/**
 * Runs in the page, before its own scripts. Firefox's own camera shows one brightness all over, in colours that change: as
 * the detector looks at brightness, nothing moves in it. So somebody is drawn over its picture, who stands aside for some
 * seconds and then walks to and fro; what the app gets is a stream of a canvas, with the device's own track behind it.
 */
export function letSomebodyWalk() {
  const width = 1280
  const height = 720
  const framesPerSec = 15
  const roundSec = 30
  const quietSec = 12
  const { mediaDevices } = navigator
  if (!mediaDevices) return
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await getUserMedia(wanted)
    const [device] = stream.getVideoTracks()
    if (!device) return stream
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = new MediaStream([device])
    await video.play()
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    const startedAt = performance.now()
    const draw = () => {
      context.drawImage(video, 0, 0, width, height)
      const seconds = ((performance.now() - startedAt) / 1000) % roundSec
      if (seconds < quietSec) return
      const way = Math.abs((((seconds - quietSec) / 6) % 2) - 1)
      context.fillStyle = '#101418'
      context.fillRect(80 + way * (width - 280), 240, 120, 400)
      context.fillStyle = '#e8c8a8'
      context.fillRect(105 + way * (width - 280), 160, 70, 80)
    }
    draw()
    const timer = setInterval(draw, 1000 / framesPerSec)
    const [walking] = canvas.captureStream(framesPerSec).getVideoTracks()
    if (!walking) throw new Error('A canvas gives no track.')
    const stop = walking.stop.bind(walking)
    walking.stop = () => {
      clearInterval(timer)
      device.stop()
      stop()
    }
    walking.getSettings = () => ({ ...device.getSettings(), width, height })
    return new MediaStream([walking, ...stream.getAudioTracks()])
  }
}
