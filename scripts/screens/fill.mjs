import { randomUUID } from 'node:crypto'

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

const FRAME_MS = 66
const STEP_PX = 9
/** The step that thumbnail and snapshot show. */
const PICTURE_STEP = 20

/**
 * @param {Page} page
 * @param {Plan} plan
 * @returns {Promise<Filled>}
 */
export async function fill(page, plan) {
  const { headers, post } = await callsOf(page)
  /** @type {{ id: string }[]} */
  const cameras = await (await fetch(new URL('/v1/cameras', page.url()), { headers })).json()
  for (const camera of plan.cameras.slice(cameras.length)) {
    const device = { deviceId: `a-device-elsewhere-${cameras.length}`, deviceLabel: 'USB camera' }
    cameras.push(await (await post('/cameras', JSON.stringify({ ...camera, ...device }))).json())
  }
  const cameraIds = cameras.slice(0, plan.cameras.length).map(({ id }) => id)
  const { snapshots, film } = await page.evaluate(drawAndFilm, {
    cameras: cameraIds.length,
    isFilmed: plan.clips.length > 0,
    frameMs: FRAME_MS,
    stepPx: STEP_PX,
    pictureStep: PICTURE_STEP,
  })
  for (const index of plan.online) {
    const shot = new FormData()
    shot.append('screenshot', blobOf(snapshots[index] ?? '', 'image/jpeg'), 'screenshot.jpg')
    await post(`/screenshots/${cameraIds[index]}/upload`, shot)
  }
  const clip = blobOf(film, 'video/webm')
  for (const { camera, agoMs, hasPerson } of plan.clips) {
    const form = new FormData()
    form.append('cameraId', cameraIds[camera] ?? '')
    form.append('size', String(clip.size))
    form.append('hasAudio', 'false')
    form.append('startedAt', new Date(Date.now() - agoMs).toISOString())
    form.append('thumbnail', snapshots[camera] ?? '')
    if (hasPerson) form.append('detections', JSON.stringify([seen(4, 0.6), seen(12, 0.7), seen(PICTURE_STEP, 0.9)]))
    form.append('video', clip, `${randomUUID()}.webm`)
    await post('/videos/upload', form)
  }
  for (const { camera, agoMs, kind } of plan.alerts) {
    const occurredAt = new Date(Date.now() - agoMs).toISOString()
    const alert = { alertId: randomUUID(), kind, occurredAt }
    await post(`/cameras/${cameraIds[camera]}/alerts`, JSON.stringify(alert))
  }
  return { cameraIds, snapshots }
}

/**
 * With the session of a page.
 * @param {Page} page
 */
async function callsOf(page) {
  const headers = await page.evaluate(() => ({
    authorization: `Bearer ${localStorage.getItem('token')}`,
    'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
  }))
  /**
   * @param {string} path
   * @param {FormData | string} body
   */
  const post = async (path, body) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(new URL(`/v1${path}`, page.url()), {
      method: 'POST',
      headers: { ...headers, ...type },
      body,
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  return { headers, post }
}

/**
 * @param {string} base64
 * @param {string} type
 */
function blobOf(base64, type) {
  return new Blob([Buffer.from(base64, 'base64')], { type })
}

/**
 * Where the person drawn at a step is, as a camera would tell of it.
 * @param {number} step
 * @param {number} score
 */
function seen(step, score) {
  return {
    atMs: step * FRAME_MS,
    box: { left: (34 + step * STEP_PX) / 640, top: 88 / 360, width: 58 / 640, height: 200 / 360 },
    score,
  }
}

/**
 * Runs in the page: pictures and film are drawn and encoded by the browser, so that no other program is needed. A JPEG
 * before each camera, and a film before the first, in base64; '' where none is wanted.
 * @param {{ cameras: number, isFilmed: boolean, frameMs: number, stepPx: number, pictureStep: number }} wanted
 */
async function drawAndFilm({ cameras, isFilmed, frameMs, stepPx, pictureStep }) {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 360
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')

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
   * @param {Blob} blob
   * @returns {Promise<string>}
   */
  const base64Of = (blob) =>
    new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
      reader.readAsDataURL(blob)
    })

  const snapshots = Array.from({ length: cameras }, (_, index) => {
    draw(pictureStep, index)
    return canvas.toDataURL('image/jpeg', 0.5).split(',')[1] ?? ''
  })
  return { snapshots, film: isFilmed ? await base64Of(await film()) : '' }
}

/**
 * Two API tokens, of which one was used.
 * @param {Page} page
 */
async function makeTokens(page) {
  const { post } = await callsOf(page)
  await post('/tokens', JSON.stringify({ name: 'Home Assistant in the hall', scopes: ['read', 'live'] }))
  const backup = await (await post('/tokens', JSON.stringify({ name: 'Night backup', scopes: ['read'] }))).json()
  await fetch(new URL('/v1/cameras', page.url()), { headers: { authorization: `Bearer ${backup.token}` } })
}
