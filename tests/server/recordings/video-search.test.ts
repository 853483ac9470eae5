import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, listVideos, send } from '../support/calls'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
})
afterEach(() => hub.close())

async function clipsOf(name: string, count: number): Promise<string> {
  const cameraId = (await addCamera(hub.fastify, ann, name)).id
  for (let index = 0; index < count; index++) {
    hub.clock.advance(1_000)
    await postClip(hub.fastify, ann, { cameraId })
  }
  return cameraId
}
const found = async (words: string, more = '', user = ann) => {
  const { videos, total } = await listVideos(hub.fastify, user, `?q=${encodeURIComponent(words)}${more}`)
  return [videos.map(({ camera }) => camera?.name), total]
}

test('recordings are found by their title and the name of their camera, in capitals or not (EXT-24)', async () => {
  await clipsOf('Shed', 1)
  const gate = await clipsOf('ÄUSSERES Tor', 2)
  await clipsOf('Porch 100%', 1)
  expect(await found('shed')).toEqual([['Shed'], 1])
  expect(await found('äusseres')).toEqual([['ÄUSSERES Tor', 'ÄUSSERES Tor'], 2])
  expect(await found('MOTION', '&pageSize=3')).toEqual([['Porch 100%', 'ÄUSSERES Tor', 'ÄUSSERES Tor'], 4])
  expect(await found('motion', '&pageSize=3&page=1')).toEqual([['Shed'], 4])
  await send(hub.fastify, ann, 'DELETE', `/cameras/${gate}`)
  expect((await found('tor'))[1]).toBe(2)
})

test('a camera is found by the name it has now, which its recordings do not bear, in capitals or not (EXT-24)', async () => {
  const cameraId = await clipsOf('Shed', 1)
  const renamed = { name: 'Barn', location: 'Hall', motionSensitivity: 50, deviceId: 'd', deviceLabel: 'l' }
  const switched = { isMotionEnabled: true, isAudioEnabled: false }
  const answer = await send(hub.fastify, ann, 'PUT', `/cameras/${cameraId}`, { ...renamed, ...switched })
  expect(answer.statusCode).toBe(200)
  for (const words of ['barn', 'BARN']) expect((await found(words))[1]).toBe(1)
})

test('a title is found in capitals or not, also by letters that are not English, after its camera was renamed (EXT-24)', async () => {
  const cameraId = await clipsOf('ÉTAGE', 1)
  const renamed = { name: 'Barn', location: 'Hall', motionSensitivity: 50, deviceId: 'd', deviceLabel: 'l' }
  const switched = { isMotionEnabled: true, isAudioEnabled: false }
  await send(hub.fastify, ann, 'PUT', `/cameras/${cameraId}`, { ...renamed, ...switched })
  for (const words of ['étage', 'ÉTAGE', 'Étage']) expect((await found(words))[1]).toBe(1)
  expect((await found('café'))[1]).toBe(0)
})

test('signs of patterns are letters like others, and blank words look for nothing (EXT-24)', async () => {
  await clipsOf('Porch 100%', 1)
  await clipsOf('Shed', 1)
  expect(await found('0%')).toEqual([['Porch 100%'], 1])
  expect(await found('%d')).toEqual([[], 0])
  expect(await found('S_ed')).toEqual([[], 0])
  expect(await found('\\')).toEqual([[], 0])
  expect((await found('  '))[1]).toBe(2)
})

test('nobody finds what another workspace has recorded (EXT-24)', async () => {
  await clipsOf('Shed', 1)
  expect(await found('shed', '', await hub.signIn('bob@example.org'))).toEqual([[], 0])
})
