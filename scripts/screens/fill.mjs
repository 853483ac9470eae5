/** @typedef {import('@playwright/test').Page} Page */

/**
 * Gives the workspace of a signed-in page what a used one has: a camera of another machine with a snapshot, clips
 * with their events, and API tokens; in every second clip a person was seen. Pictures and film are drawn and encoded by the browser, so that no other program is needed.
 * @param {Page} page
 * @param {{ clips?: number }} [options]
 */
export async function fillWorkspace(page, { clips = 2 } = {}) {
  await page.evaluate(
    async ({ clips }) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
      }
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 360
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is no canvas.')

      const frameMs = 66
      const stepPx = 9
      /** The step that thumbnail and snapshot show. */
      const pictureStep = 20

      /** @param {number} step */
      const draw = (step) => {
        context.fillStyle = '#54606e'
        context.fillRect(0, 0, 640, 360)
        context.fillStyle = '#39434f'
        context.fillRect(0, 250, 640, 110)
        context.fillStyle = '#8a6f55'
        context.fillRect(430, 90, 110, 200)
        context.fillStyle = '#d9c7a8'
        context.fillRect(40 + step * stepPx, 130, 46, 150)
        context.fillStyle = '#eadbc3'
        context.fillRect(47 + step * stepPx, 96, 32, 32)
      }

      /**
       * Where the person drawn at a step is, as a camera would tell of it.
       * @param {number} step
       * @param {number} score
       */
      const seen = (step, score) => ({
        atMs: step * frameMs,
        box: { left: (34 + step * stepPx) / 640, top: 88 / 360, width: 58 / 640, height: 200 / 360 },
        score,
      })

      /** @returns {Promise<Blob>} */
      const snapshot = () =>
        new Promise((resolve, reject) =>
          canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came.'))), 'image/jpeg', 0.5),
        )

      /** @returns {Promise<Blob>} */
      const film = () =>
        new Promise((resolve) => {
          const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm;codecs=vp8' })
          /** @type {Blob[]} */
          const parts = []
          recorder.ondataavailable = ({ data }) => parts.push(data)
          recorder.onstop = () => {
            clearInterval(timer)
            resolve(new Blob(parts, { type: 'video/webm' }))
          }
          let step = 0
          const timer = setInterval(() => draw(step++), frameMs)
          recorder.start()
          setTimeout(() => recorder.stop(), 1_500)
        })

      /**
       * @param {string} path
       * @param {FormData | string} body
       */
      const post = async (path, body) => {
        const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
        const answer = await fetch(`/v1${path}`, { method: 'POST', headers: { ...headers, ...type }, body })
        if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
        return answer
      }

      const listed = await (await fetch('/v1/cameras', { headers })).json()
      const device = { deviceId: 'a-device-elsewhere', deviceLabel: 'USB camera' }
      const camera =
        listed[0] ??
        (await (await post('/cameras', JSON.stringify({ name: 'Front Door', location: 'Hallway', ...device }))).json())
      draw(pictureStep)
      const picture = await snapshot()
      const thumbnail = canvas.toDataURL('image/jpeg', 0.5).split(',')[1] ?? ''
      const shot = new FormData()
      shot.append('screenshot', picture, 'screenshot.jpg')
      await post(`/screenshots/${camera.id}/upload`, shot)
      for (let index = 0; index < clips; index++) {
        const clip = await film()
        const form = new FormData()
        form.append('cameraId', camera.id)
        form.append('size', String(clip.size))
        form.append('hasAudio', 'false')
        form.append('thumbnail', thumbnail)
        if (index % 2 === 0) {
          const detections = [seen(4, 0.6), seen(12, 0.7), seen(pictureStep, 0.9)]
          form.append('detections', JSON.stringify(detections))
        }
        form.append('video', clip, `${crypto.randomUUID()}.webm`)
        await post('/videos/upload', form)
      }
      await post('/tokens', JSON.stringify({ name: 'Home Assistant in the hall', scopes: ['read', 'live'] }))
      const backup = await (await post('/tokens', JSON.stringify({ name: 'Night backup', scopes: ['read'] }))).json()
      await fetch('/v1/cameras', { headers: { authorization: `Bearer ${backup.token}` } })
    },
    { clips },
  )
}
