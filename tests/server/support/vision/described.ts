import type { EventDescription } from '../../../../src/contract/descriptions'
import { addCamera, door, listEvents, send } from '../calls'
import { postClip } from '../forms'
import type { SignedInUser, TestHub } from '../hub'
import { drawnJpeg } from './jpegs'

const settings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }

export function describeCamera({ fastify }: TestHub, user: SignedInUser, cameraId: string, isDescribed: boolean) {
  return send(fastify, user, 'PUT', `/cameras/${cameraId}`, { ...settings, isDescribed })
}

/** A camera whose owner agreed. */
export async function describedCamera(hub: TestHub, owner: SignedInUser): Promise<string> {
  const { id } = await addCamera(hub.fastify, owner)
  const answer = await describeCamera(hub, owner, id, true)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return id
}

export function stillsField(stills: readonly Buffer[] = [drawnJpeg()]): string {
  return JSON.stringify(stills.map((still) => still.toString('base64')))
}

/** A clip with stills; the answer's id is the recording's. */
export async function postSeen(
  { fastify }: TestHub,
  user: SignedInUser,
  cameraId: string,
  fields: Readonly<Record<string, string>> = { stills: stillsField() },
): Promise<string> {
  const answer = await postClip(fastify, user, { cameraId, fields })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}

/** One round of asking. */
export function askNow({ hub }: TestHub): Promise<void> {
  return hub.jobs.runNow('descriptions')
}

/** Of the listed events, newest first; undefined: nobody asked. */
export async function descriptions(
  { fastify }: TestHub,
  user: SignedInUser,
): Promise<(EventDescription | undefined)[]> {
  return (await listEvents(fastify, user)).events.map(({ description }) => description)
}
