/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ camera: number, agoMs: number, hasPerson: boolean }} PlannedClip */
/** @typedef {{ camera: number, agoMs: number, kind: string }} PlannedAlert */

/**
 * What a workspace is to have. Cameras that are there already stand for the first of the plan.
 * @typedef {object} Plan
 * @property {readonly { name: string, location: string }[]} cameras
 * @property {readonly PlannedClip[]} clips
 * @property {readonly PlannedAlert[]} alerts
 * @property {readonly number[]} online whose snapshot is sent
 */

/** @typedef {{ cameraIds: string[], snapshots: string[] }} Filled ids in the order of the plan, and a JPEG of each in base64 */

/**
 * Gives the workspace of a signed-in page what a used one has: a camera of another machine with a snapshot, clips
 * with their events, and API tokens; in every second clip a person was seen.
 * @param {Page} page
 * @param {{ clips?: number }} [options]
 */
export async function fillWorkspace(page, { clips = 2 } = {}) {
  await fill(page, {
    cameras: [{ name: 'Front Door', location: 'Hallway' }],
    clips: Array.from({ length: clips }, (_, index) => ({ camera: 0, agoMs: 0, hasPerson: index % 2 === 0 })),
    alerts: [],
    online: [0],
  })
  await makeTokens(page)
}

/**
 * Pictures and film are drawn and encoded by the browser, so that no other program is needed.
 * @param {Page} page
 * @param {Plan} plan
 * @returns {Promise<Filled>}
 */
export function fill(page, plan) {
  return page.evaluate(async (wanted) => {
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

    /**
     * Somebody walks through a room, whose walls are of another colour before each camera.
     * @param {number} step
     * @param {number} camera
     */
    const draw = (step, camera) => {
      const hue = 212 + camera * 47
      context.fillStyle = `hsl(${hue} 13% 38%)`
      context.fillRect(0, 0, 640, 360)
      context.fillStyle = `hsl(${hue} 17% 26%)`
      context.fillRect(0, 250, 640, 110)
      context.fillStyle = '#8a6f55'
      context.fillRect(430 - camera * 31, 90, 110, 200)
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
        const timer = setInterval(() => draw(step++, 0), frameMs)
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

    /** @type {{ id: string }[]} */
    const cameras = await (await fetch('/v1/cameras', { headers })).json()
    for (const camera of wanted.cameras.slice(cameras.length)) {
      const device = { deviceId: `a-device-elsewhere-${cameras.length}`, deviceLabel: 'USB camera' }
      cameras.push(await (await post('/cameras', JSON.stringify({ ...camera, ...device }))).json())
    }
    const cameraIds = cameras.slice(0, wanted.cameras.length).map(({ id }) => id)
    const snapshots = cameraIds.map((_, index) => {
      draw(pictureStep, index)
      return canvas.toDataURL('image/jpeg', 0.5).split(',')[1] ?? ''
    })
    for (const index of wanted.online) {
      const bytes = Uint8Array.from(atob(snapshots[index] ?? ''), (letter) => letter.charCodeAt(0))
      const shot = new FormData()
      shot.append('screenshot', new Blob([bytes], { type: 'image/jpeg' }), 'screenshot.jpg')
      await post(`/screenshots/${cameraIds[index]}/upload`, shot)
    }
    const clip = wanted.clips.length > 0 ? await film() : new Blob()
    for (const { camera, agoMs, hasPerson } of wanted.clips) {
      const form = new FormData()
      form.append('cameraId', cameraIds[camera] ?? '')
      form.append('size', String(clip.size))
      form.append('hasAudio', 'false')
      form.append('startedAt', new Date(Date.now() - agoMs).toISOString())
      form.append('thumbnail', snapshots[camera] ?? '')
      if (hasPerson) {
        const detections = [seen(4, 0.6), seen(12, 0.7), seen(pictureStep, 0.9)]
        form.append('detections', JSON.stringify(detections))
      }
      form.append('video', clip, `${crypto.randomUUID()}.webm`)
      await post('/videos/upload', form)
    }
    for (const { camera, agoMs, kind } of wanted.alerts) {
      const occurredAt = new Date(Date.now() - agoMs).toISOString()
      const alert = { alertId: crypto.randomUUID(), kind, occurredAt }
      await post(`/cameras/${cameraIds[camera]}/alerts`, JSON.stringify(alert))
    }
    return { cameraIds, snapshots }
  }, plan)
}

/**
 * Two API tokens, of which one was used.
 * @param {Page} page
 */
async function makeTokens(page) {
  await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
      'content-type': 'application/json',
    }
    /** @param {object} wanted */
    const make = async (wanted) => {
      const answer = await fetch('/v1/tokens', { method: 'POST', headers, body: JSON.stringify(wanted) })
      if (!answer.ok) throw new Error(`POST /tokens: ${answer.status} ${await answer.text()}`)
      return answer.json()
    }
    await make({ name: 'Home Assistant in the hall', scopes: ['read', 'live'] })
    const backup = await make({ name: 'Night backup', scopes: ['read'] })
    await fetch('/v1/cameras', { headers: { authorization: `Bearer ${backup.token}` } })
  })
}
