import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call'
import { calls } from '../../../src/contract/calls'
import { webhookKinds } from '../../../src/contract/notifications/webhooks'
import { startTestHub, type TestHub } from '../support/hub'

interface Schema {
  readonly type?: string
  readonly properties?: Record<string, Schema>
  readonly required?: string[]
  readonly items?: Schema
  readonly enum?: string[]
  readonly $ref?: string
}
interface Operation {
  readonly operationId: string
  readonly security: object[]
  readonly parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
interface Document {
  readonly openapi: string
  readonly info: { title: string; version: string; description: string }
  readonly paths: Record<string, Record<string, Operation>>
  readonly webhooks: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, Schema>; securitySchemes: object }
}

let hub: TestHub
let document: Document
beforeAll(async () => {
  hub = await startTestHub()
  const answer = await hub.fastify.inject({ url: '/v1/openapi.json' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  document = answer.json()
})
afterAll(() => hub.close())

const every = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries<Call>(members).map(([name, call]) => [`${group}.${name}`, call] as const),
)
const operationOf = ({ method, path }: Call) =>
  document.paths[`/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
const parametersIn = (operation: Operation | undefined, place: string) =>
  operation?.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
const bodyOf = (operation: Operation | undefined, type: string) => operation?.requestBody?.content[type]?.schema

test('is OpenAPI 3.1 and names every call of the contract once, and no other (OPS-12)', () => {
  expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Nightjar'])
  const described = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(every.map(([name]) => name).sort())
})

test.each(every)(
  '%s stands there with its method, path, parameters, status and sign-in (API-04 to API-32)',
  (name, call) => {
    const operation = operationOf(call)
    expect(operation?.operationId).toBe(name)
    expect(parametersIn(operation, 'path')).toEqual(
      [...call.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter),
    )
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([String(call.status), 'default'])
    expect(operation?.security[0]).toEqual(call.signedIn ? { bearer: [] } : undefined)
    expect(parametersIn(operation, 'header')).toEqual(call.signedIn ? ['x-workspace-id'] : [])
    expect(operation?.requestBody === undefined).toBe(call.body === undefined && call.form === undefined)
    expect(operation?.responses['default']?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Error',
    })
  },
)

test('says which scope an API token needs for a call, and which calls take none (TOKEN-04, TOKEN-05, OPS-12)', () => {
  const scopes = (call: Call) => operationOf(call)?.security.slice(1)
  expect(scopes(calls.events.list)).toEqual([{ apiToken: ['read'] }])
  expect(scopes(calls.cameras.update)).toEqual([{ apiToken: ['write'] }])
  expect(scopes(calls.workspaces.export)).toEqual([{ apiToken: ['read'] }])
  const none = every.filter(([, call]) => call.signedIn && scopes(call)?.length === 0).map(([name]) => name)
  expect(none.sort()).toEqual([
    'apiTokens.create',
    'apiTokens.list',
    'apiTokens.revoke',
    'billing.checkout',
    'billing.portal',
    'events.test',
    'members.invite',
    'members.list',
    'members.remove',
    'pairings.create',
    'pairings.end',
    'pairings.one',
    'pairings.watch',
    'passkeys.list',
    'passkeys.register',
    'passkeys.registrationOptions',
    'passkeys.remove',
    'passkeys.rename',
    'push.end',
    'push.endOne',
    'push.key',
    'push.list',
    'push.subscribe',
    'push.test',
    'sessions.end',
    'sessions.endOthers',
    'sessions.list',
    'shares.change',
    'shares.create',
    'shares.list',
    'shares.pass',
    'shares.revoke',
    'webhooks.change',
    'webhooks.create',
    'webhooks.deliveries',
    'webhooks.list',
    'webhooks.remove',
    'webhooks.test',
    'workspaceConfig.setIntegrations',
    'workspaces.remove',
  ])
  expect(document.components.securitySchemes).toMatchObject({ apiToken: { type: 'http', scheme: 'bearer' } })
})

test('names the fields of every payload exactly (OPS-12)', () => {
  const json = (call: Call) => bodyOf(operationOf(call), 'application/json')
  const fields = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {}).sort()
  expect(fields(json(calls.auth.requestOtp))).toEqual(['email'])
  expect(fields(json(calls.auth.verifyOtp))).toEqual(['email', 'otp'])
  expect(fields(json(calls.cameras.create))).toEqual(['deviceId', 'deviceLabel', 'location', 'name'])
  expect(fields(json(calls.cameras.update))).toEqual([
    'deviceId',
    'deviceLabel',
    'isAudioEnabled',
    'isDescribed',
    'isLiveAllowed',
    'isMotionEnabled',
    'keepClipsOf',
    'location',
    'motionSensitivity',
    'name',
  ])
  // Of extensions: `label-choices`, `live` and `descriptions`.
  for (const field of ['keepClipsOf', 'isLiveAllowed', 'isDescribed'])
    expect(json(calls.cameras.update)?.required).not.toContain(field)
  expect(json(calls.cameras.setMotionAudio)?.required?.sort()).toEqual(['isAudioEnabled', 'isMotionEnabled'])
  // The third is an extension (`time-zone`).
  expect(fields(json(calls.chats.send))).toEqual(['existingChatId', 'message', 'timeZone'])
  expect(json(calls.chats.send)?.required?.sort()).toEqual(['existingChatId', 'message'])
  expect(fields(json(calls.billing.checkout))).toEqual(['billingCycle', 'product', 'workspaceId'])
  expect(json(calls.billing.checkout)?.properties?.['product']?.enum).toEqual(['BASIC', 'PRO', 'TEAM'])
})

test('describes an upload as a form with its file and fields (API-13, API-14)', () => {
  const form = bodyOf(operationOf(calls.videos.upload), 'multipart/form-data')
  expect(Object.keys(form?.properties ?? {})).toEqual(
    expect.arrayContaining(['cameraId', 'size', 'hasAudio', 'video', 'thumbnail']),
  )
  expect(form?.required?.sort()).toEqual(['cameraId', 'hasAudio', 'size', 'video'])
  const snapshot = bodyOf(operationOf(calls.screenshots.upload), 'multipart/form-data')
  expect(Object.keys(snapshot?.properties ?? {})).toEqual(['screenshot'])
})

test('says where the socket and WHEP are, which are no calls of the contract (OPS-12)', () => {
  expect(document.info.description).toContain('/v1/live')
  expect(document.info.description).toContain('/v1/cameras/{cameraId}/whep')
})

test('describes what webhooks are called with (HOOK-05, OPS-12)', () => {
  const of = document.webhooks['clip.created']?.['post']
  const body = bodyOf(of, 'application/json')
  expect(Object.keys(document.webhooks)).toEqual([...webhookKinds, 'webhook.test'])
  expect(body?.required).toEqual(['type', 'timestamp', 'workspaceId', 'data'])
  expect(Object.keys(body?.properties?.['data']?.properties ?? {})).toContain('videoUrl')
})

test('describes queries, rows of lists and errors', () => {
  expect(parametersIn(operationOf(calls.events.list), 'query')).toEqual(['page', 'pageSize', 'dateStart', 'dateEnd'])
  const videos = operationOf(calls.videos.list)?.responses['200']?.content['application/json']?.schema
  expect(videos?.properties?.['videos']?.type).toBe('array')
  expect(Object.keys(videos?.properties?.['videos']?.items?.properties ?? {})).toEqual(
    expect.arrayContaining(['id', 'createdAt', 'thumbnailUrl', 'videoUrl', 'camera']),
  )
  expect(document.components.schemas['Error']?.required).toEqual(['code', 'message'])
})
