import { randomUUID } from 'node:crypto'
import type { Camera } from '../../../src/contract/camera'
import { addCamera, send } from '../../server/support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../../server/support/forms'
import type { SignedInUser } from '../../server/support/hub'
import type { TestApp } from '../../support/app'

const FIRST_CLIP_AT = Date.parse('2026-03-10T08:00:00Z')

/** The session of the app's tab, for what happens on other machines. */
export function userOf(app: TestApp): SignedInUser {
  const stored = app.services.session.read()
  if (stored === null) throw new Error('The app is signed out.')
  const { token, refreshToken, workspaceId } = stored
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId ?? '' }
  return { email: '', token, refreshToken: refreshToken ?? '', workspaceId: workspaceId ?? '', headers }
}

/** Another machine adds a camera; its device is `device-1`. */
export function cameraOnHub(app: TestApp, name?: string): Promise<Camera> {
  return addCamera(app.backend.hub.fastify, userOf(app), name)
}

/** Somebody elsewhere switches a camera's motion detection. */
export async function setMotionOnHub(app: TestApp, cameraId: string, isMotionEnabled: boolean): Promise<void> {
  const body = { isMotionEnabled, isAudioEnabled: false }
  const answer = await send(app.backend.hub.fastify, userOf(app), 'PATCH', `/cameras/${cameraId}/motion-audio`, body)
  if (answer.statusCode >= 300) throw new Error(answer.body)
}

/** Another machine delivers clips, a minute apart from 08:00 on, the oldest first. */
export async function clipsOnHub(app: TestApp, cameraId: string, count: number, fromMinute = 0): Promise<void> {
  for (let index = 0; index < count; index++) {
    const startedAt = new Date(FIRST_CLIP_AT + (fromMinute + index) * 60_000).toISOString()
    const fields = { clipId: randomUUID(), startedAt, thumbnail: jpeg().toString('base64') }
    const answer = await postClip(app.backend.hub.fastify, userOf(app), { cameraId, bytes: webm(1000, index), fields })
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

/** Its lens is covered: an event without a recording. */
export async function alertOnHub(app: TestApp, cameraId: string, occurredAt: string): Promise<void> {
  const body = { alertId: randomUUID(), kind: 'covered', occurredAt }
  const answer = await send(app.backend.hub.fastify, userOf(app), 'POST', `/cameras/${cameraId}/alerts`, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

export async function snapshotOnHub(app: TestApp, cameraId: string): Promise<void> {
  const answer = await postSnapshot(app.backend.hub.fastify, userOf(app), cameraId)
  if (answer.statusCode !== 201) throw new Error(answer.body)
}
