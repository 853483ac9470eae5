import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { clipFacts } from '../../../scripts/demo/clip-facts.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

/** Length of the clips; they are recorded as time goes by. */
const CLIP_MS = 3_000

/**
 * Draws and hums for a while, records that as VP8 and Opus, and delivers it to the hub as a camera would; resolves with
 * the recording's own facts. MediaRecorder writes neither duration nor index, so that this is the hardest clip to get.
 */
async function deliverClip(page: Page) {
  const base64 = await page.evaluate(async (lengthMs) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const context = canvas.getContext('2d')
    // As irregular as a camera in changing light: no even beat fits.
    const pausesMs = [35, 90, 40, 130, 50]
    let drawn = 0
    let drawing = 0
    const draw = () => {
      if (context === null) return
      context.fillStyle = `hsl(${performance.now() / 10} 60% 50%)`
      context.fillRect(0, 0, 640, 360)
      context.fillStyle = 'white'
      context.fillRect((performance.now() / 5) % 600, 100, 40, 120)
      drawing = window.setTimeout(draw, pausesMs[drawn++ % pausesMs.length])
    }
    draw()
    const audio = new AudioContext()
    const sound = audio.createMediaStreamDestination()
    const hum = audio.createOscillator()
    hum.connect(sound)
    hum.start()
    await audio.resume()
    const stream = new MediaStream([...canvas.captureStream().getTracks(), ...sound.stream.getTracks()])
    const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp8,opus' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    await new Promise((resolve) => setTimeout(resolve, lengthMs))
    recorder.stop()
    await stopped
    clearTimeout(drawing)
    await audio.close()
    const clip = new Blob(parts, { type: 'video/webm' })
    const call = async (path: string, init: RequestInit) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
        ...init.headers,
      }
      const answer = await fetch(`/v1${path}`, { ...init, method: 'POST', headers })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    }
    const camera = { name: 'Front Door', location: 'Hallway', deviceId: 'elsewhere', deviceLabel: 'Elsewhere' }
    const { id } = await call('/cameras', {
      body: JSON.stringify({ ...camera, isMotionEnabled: false, isAudioEnabled: false }),
      headers: { 'content-type': 'application/json' },
    })
    const form = new FormData()
    form.append('cameraId', id)
    form.append('size', String(clip.size))
    form.append('hasAudio', 'true')
    form.append('video', clip, `${crypto.randomUUID()}.webm`)
    await call('/videos/upload', { body: form })
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
      reader.readAsDataURL(clip)
    })
  }, CLIP_MS)
  const facts = await clipFacts(Uint8Array.from(Buffer.from(base64, 'base64')))
  expect(facts).toMatchObject({ mediaType: 'video/webm', codec: 'vp8', hasAudio: true })
  expect(facts.durationSec).toBeGreaterThan(CLIP_MS / 1000 - 1)
  return facts
}

async function openVideos(page: Page) {
  await page.getByRole('link', { name: 'Videos', exact: true }).click()
  const card = page.getByRole('article').first()
  await expect(card.getByText('Front Door', { exact: true })).toBeVisible()
  return card
}

async function downloadFirst(page: Page): Promise<Download> {
  const card = await openVideos(page)
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 90_000 }),
    card.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  return download
}

/** Addresses that the page asked for, other than those of its own hub; nothing may come from anybody else. */
function strangersOf(page: Page, own: string): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(own) && !/^(blob|data):/.test(url)) strangers.push(url)
  })
  return strangers
}

/** A browser without an encoder for H.264, as Firefox on some systems. */
function takeEncoderAway(page: Page) {
  return page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'VideoEncoder')
  })
}

test('a download is an MP4 file, made by the browser’s own codecs (CLIP-11, VID-22)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await signIn(page, hub, 'ann@example.org')
  const recorded = await deliverClip(page)
  const download = await downloadFirst(page)
  expect(download.suggestedFilename()).toMatch(/^recording-[0-9a-f-]{36}\.mp4$/)
  const facts = await clipFacts(await readFile(await download.path()))
  expect(facts).toMatchObject({ mediaType: 'video/mp4', codec: 'avc', startsOnKeyframe: true, hasAudio: true })
  expect(facts).toMatchObject({ width: 640, height: 360 })
  // The last picture has no duration in such a recording, and may be left out.
  expect(recorded.frames - facts.frames).toBeLessThanOrEqual(1)
  expect(Math.abs(facts.durationSec - recorded.durationSec)).toBeLessThan(0.1)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
  expect(
    loaded.filter((url) => url.endsWith('.wasm') && url.includes('ffmpeg')),
    'ffmpeg is not fetched for that',
  ).toEqual([])
  expect(trouble).toEqual([])
})

test('ffmpeg from our own hub does it where the browser cannot encode H.264', async ({ hub, openBrowser, trouble }) => {
  const page = await openBrowser()
  await takeEncoderAway(page)
  await signIn(page, hub, 'ann@example.org')
  const recorded = await deliverClip(page)
  const strangers = strangersOf(page, hub.url)
  const core = page.waitForResponse((response) => /ffmpeg-core-[\w-]+\.wasm$/.test(response.url()))
  const arriving = downloadFirst(page)
  await expect(page.getByRole('button', { name: /^Preparing MP4 \d+ %$/ })).toBeDisabled()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^recording-[0-9a-f-]{36}\.mp4$/)
  const facts = await clipFacts(await readFile(await download.path()))
  expect(facts).toMatchObject({ mediaType: 'video/mp4', codec: 'avc', startsOnKeyframe: true, hasAudio: true })
  expect(facts).toMatchObject({ width: 640, height: 360, frames: recorded.frames })
  expect(Math.abs(facts.durationSec - recorded.durationSec)).toBeLessThan(0.1)
  const headers = (await core).headers()
  expect(headers['content-type']).toBe('application/wasm')
  expect(headers['cache-control']).toContain('immutable')
  expect(strangers).toEqual([])
  expect(trouble).toEqual([])
})

test('a download that is being prepared can be cancelled, and begun again', async ({ hub, openBrowser, trouble }) => {
  const page = await openBrowser()
  await takeEncoderAway(page)
  await signIn(page, hub, 'ann@example.org')
  await deliverClip(page)
  const card = await openVideos(page)
  const download = card.getByRole('button', { name: 'Download', exact: true })
  let saved = 0
  page.on('download', () => saved++)
  await download.click()
  await card.getByRole('button', { name: /^Cancel the download of / }).click()
  await expect(download).toBeEnabled({ timeout: 1_000 })
  expect(saved).toBe(0)
  await Promise.all([page.waitForEvent('download', { timeout: 90_000 }), download.click()])
  expect(saved).toBe(1)
  expect(trouble).toEqual([])
})

test('what cannot be made into MP4 is saved as it is stored, and the user is told why', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await takeEncoderAway(page)
  await page.route(/ffmpeg-core-[\w-]+\.(js|wasm)$/, (route) => route.abort())
  await signIn(page, hub, 'ann@example.org')
  const recorded = await deliverClip(page)
  const download = await downloadFirst(page)
  expect(download.suggestedFilename()).toMatch(/^recording-[0-9a-f-]{36}\.webm$/)
  const facts = await clipFacts(await readFile(await download.path()))
  expect(facts).toEqual(recorded)
  await expect(page.getByText('Saved as WebM: the MP4 converter could not be loaded.')).toBeVisible()
})
