import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { send } from '../../server/support/calls'
import { startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { answers500, only } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

let folder: string
let app: TestApp
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-model-'))
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** A camera laptop of a hub with these settings. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  app = await startApp({ environment })
  await app.signIn()
  app.cameras.plug(webcamListed)
  await cameraOnHub(app)
  app.store.set(isCaptureWantedAtom, true)
  await app.settle()
  return () => app.cameras.findPersonModel()
}

async function startWithModel() {
  const PERSON_MODEL = join(folder, 'mine.onnx')
  await writeFile(PERSON_MODEL, 'model')
  return start({ PERSON_MODEL, PERSON_MODEL_SIZE: '320', PERSON_MODEL_CLASS: '2' })
}

describe("where the engine finds the operator's person model (PERSON-03)", () => {
  test('the hub says it, with how it is fed and read', async () => {
    const find = await startWithModel()
    expect(await find()).toEqual({
      url: expect.stringMatching(/^http.*\/media\/person-model\/[0-9a-f]{32}\.onnx\?expires=/),
      inputSize: 320,
      classIndex: 2,
    })
  })

  test('a provider that offers none is not asked (EXT-02)', async () => {
    const find = await start()
    expect(await find()).toBeNull()
    expect(app.backend.sentTo('GET /person-model')).toEqual([])
  })

  test('of a hub whose operator wants nobody looked for, no camera looks, and none leaves clips out (PERSON-10)', async () => {
    app = await startApp({ environment: { PERSON_MODEL: 'none' } })
    await app.signIn()
    app.cameras.plug(webcamListed)
    const { id, ...camera } = await cameraOnHub(app)
    const { fastify } = app.backend.hub
    await send(fastify, userOf(app), 'PUT', `/cameras/${id}`, { ...camera, keepClipsOf: ['person'] })
    app.store.set(isCaptureWantedAtom, true)
    await app.settle()
    expect(app.cameras.running?.get(id)).toMatchObject({ isNamingWanted: false, keepClipsOf: null })
  })

  test('a hub that does not say makes it fail, so that the engine can tell', async () => {
    const find = await startWithModel()
    app.backend.play(only('GET /person-model', answers500))
    await expect(find()).rejects.toThrow('did not say where its person model is')
  })
})
