import { Failure } from '../../command-line/failure.mjs'

const MAIL_LIMIT_MS = 10_000
const EMAIL = 'ann@nightjar.test'

/** Two seconds of pictures that show nothing. */
const FILM = Buffer.from(
  [
    'GkXfowEAAAAAAAAOQoIBAAAAAAAABHdlYm0YU4BnAf////////8VSalmAQAAAAAAABJEiQEAAAAAAAAIQJ9AAAAAAAAWVK5rAQAAAAAAAFWuAQAAAAAA',
    'AEzXAQAAAAAAAAEBc8UBAAAAAAAAAQGDAQAAAAAAAAEBhgEAAAAAAAAFVl9WUDjgAQAAAAAAABawAQAAAAAAAAIAQLoBAAAAAAAAAgAwH0O2dQEAAAAA',
    'AAA75wEAAAAAAAAEAAAAAKMBAAAAAAAADoEAAIAQAgCdASpAADAAowEAAAAAAAAOgQPogBACAJ0BKkAAMAA=',
  ].join(''),
  'base64',
)

/**
 * What the hub answers, of which the rest is left out.
 * @typedef {{ token: string, refreshToken: string, workspaceId?: string }} Session
 * @typedef {{ id: string }} Camera
 * @typedef {{ videos: { videoUrl: string }[] }} Videos
 */

/** Somebody who uses a hub as the app does, from the first sign-in on. */
export class Person {
  /** @param {import('./started.mjs').Started} hub */
  constructor(hub) {
    this.hub = hub
    /** @type {Record<string, string>} */
    this.headers = {}
    this.refreshToken = ''
  }

  async signIn() {
    await this.ask('POST', '/auth/request-otp', { email: EMAIL })
    const [, otp] = await this.hub.said(/^(\d{6})$/m, MAIL_LIMIT_MS)
    this.use(/** @type {Session} */ (await this.ask('POST', '/auth/verify-otp', { email: EMAIL, otp })))
  }

  /**
   * Goes on at another hub, with the session that there was.
   * @param {import('./started.mjs').Started} hub
   */
  async goOnAt(hub) {
    this.hub = hub
    this.use(/** @type {Session} */ (await this.ask('POST', '/auth/refresh', { refreshToken: this.refreshToken })))
  }

  /** @param {Session} session */
  use({ token, refreshToken, workspaceId = this.headers['x-workspace-id'] ?? '' }) {
    this.refreshToken = refreshToken
    this.headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
  }

  /** @param {string} name */
  async record(name) {
    const [known] = /** @type {Camera[]} */ (await this.ask('GET', '/cameras'))
    const door = { name, location: 'Hall', deviceId: 'device-1', deviceLabel: 'Camera' }
    const camera = known ?? /** @type {Camera} */ (await this.ask('POST', '/cameras', door))
    const form = new FormData()
    for (const [key, value] of Object.entries({ cameraId: camera.id, size: String(FILM.length), hasAudio: 'false' }))
      form.append(key, value)
    form.append('video', new Blob([FILM], { type: 'video/webm' }), 'blob')
    await this.ask('POST', '/videos/upload', form)
  }

  /** The recordings, each as its bytes are read back. */
  async recordings() {
    const { videos } = /** @type {Videos} */ (await this.ask('GET', '/videos'))
    for (const { videoUrl } of videos) {
      const { pathname, search } = new URL(videoUrl)
      const answer = await fetch(`${this.hub.url}${pathname}${search}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (!bytes.equals(FILM)) throw new Failure(`A recording came back with other bytes (${answer.status}).`)
    }
    return videos.length
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object | FormData} [body]
   * @returns {Promise<unknown>}
   */
  async ask(method, path, body) {
    const isForm = body instanceof FormData
    const answer = await fetch(`${this.hub.url}/v1${path}`, {
      method,
      headers: { ...this.headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Failure(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
