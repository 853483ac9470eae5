import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call'
import { calls } from '../../src/contract/calls'
import { API_PREFIX } from '../../src/contract/limits'

/** API-04 to API-32, line by line. */
const table: readonly (readonly [name: string, line: string, status: number, auth: 'auth' | 'no auth'])[] = [
  ['auth.requestOtp', 'POST /auth/request-otp', 200, 'no auth'],
  ['auth.verifyOtp', 'POST /auth/verify-otp', 200, 'no auth'],
  ['auth.refresh', 'POST /auth/refresh', 200, 'no auth'],
  ['cameras.list', 'GET /cameras', 200, 'auth'],
  ['cameras.checkStatuses', 'GET /cameras/check-statuses', 200, 'auth'],
  ['cameras.create', 'POST /cameras', 201, 'auth'],
  ['cameras.update', 'PUT /cameras/:cameraId', 200, 'auth'],
  ['cameras.setMotionAudio', 'PATCH /cameras/:cameraId/motion-audio', 200, 'auth'],
  ['screenshots.list', 'GET /screenshots', 200, 'auth'],
  ['screenshots.upload', 'POST /screenshots/:cameraId/upload', 201, 'auth'],
  ['videos.upload', 'POST /videos/upload', 201, 'auth'],
  ['events.list', 'GET /notifications', 200, 'auth'],
  ['events.usage', 'GET /notifications/usage', 200, 'auth'],
  ['events.test', 'POST /notifications/test', 200, 'auth'],
  ['workspaces.usage', 'GET /workspaces/usage', 200, 'auth'],
  ['workspaces.one', 'GET /workspaces/:workspaceId', 200, 'auth'],
  ['workspaceConfig.read', 'GET /wsconfig', 200, 'auth'],
  ['workspaceConfig.setNotifications', 'PUT /wsconfig/notifications', 200, 'auth'],
  ['workspaceConfig.setIntegrations', 'PUT /wsconfig/integrations', 200, 'auth'],
  ['chats.send', 'POST /ai/chat', 200, 'auth'],
  ['chats.latest', 'GET /chats/latest', 200, 'auth'],
  ['chats.create', 'POST /chats', 201, 'auth'],
  ['videos.list', 'GET /videos', 200, 'auth'],
  ['videos.one', 'GET /videos/:videoId', 200, 'auth'],
  ['videos.download', 'GET /videos/:videoId/download', 200, 'auth'],
  ['videos.storageUsage', 'GET /videos/storage-usage', 200, 'auth'],
  ['billing.portal', 'POST /billing/portal', 200, 'auth'],
  ['billing.checkout', 'POST /billing/subscription/checkout', 200, 'auth'],
]

/** Calls that the hub offers beyond the specification, named by an extension (EXT-01). */
const extensions = [
  'auth.signOut',
  'cameras.alert',
  'cameras.remove',
  'videos.remove',
  'videos.keep',
  'workspaces.export',
  'workspaces.remove',
  'members.list',
  'members.invite',
  'members.remove',
  'apiTokens.list',
  'apiTokens.create',
  'apiTokens.revoke',
  'pairings.create',
  'pairings.one',
  'pairings.end',
  'pairings.redeem',
  'pairings.watch',
  'passkeys.list',
  'passkeys.registrationOptions',
  'passkeys.register',
  'passkeys.rename',
  'passkeys.remove',
  'passkeys.signInOptions',
  'passkeys.signIn',
  'sessions.list',
  'sessions.end',
  'sessions.endOthers',
  'personModel.read',
  'eventSearch.search',
  'modes.read',
  'modes.change',
  'modes.history',
  'push.key',
  'push.list',
  'push.subscribe',
  'push.end',
  'push.endOne',
  'push.test',
  'push.snooze',
  'push.renew',
  'review.read',
  'review.clips',
  'evidence.hubKey',
  'evidence.proof',
  'shares.list',
  'shares.create',
  'shares.change',
  'shares.revoke',
  'shares.pass',
  'webhooks.list',
  'webhooks.create',
  'webhooks.change',
  'webhooks.remove',
  'webhooks.deliveries',
  'webhooks.test',
  'descriptions.about',
]

const all = new Map<string, Call>(
  Object.entries(calls).flatMap(([resource, group]) =>
    Object.entries(group).map(([name, call]): [string, Call] => [`${resource}.${name}`, call]),
  ),
)

test.each(table)('%s is %s, answered %i %s (API-04 to API-32)', (name, line, status, auth) => {
  const call = all.get(name)
  expect(`${call?.method} ${call?.path}`).toBe(line)
  expect(call?.status).toBe(status)
  expect(call?.signedIn).toBe(auth !== 'no auth')
})

test('there is no call beyond the table and the extensions (EXT-01)', () => {
  expect([...all.keys()].sort()).toEqual([...table.map(([name]) => name), ...extensions].sort())
})

test('the version prefix is v1 (API-01)', () => {
  expect(API_PREFIX).toBe('/v1')
})

test('only the two uploads are forms, with the file parts video and screenshot (API-13, API-14)', () => {
  const forms = [...all].flatMap(([name, { form }]) => (form === undefined ? [] : [[name, form.file]]))
  expect(forms).toEqual([
    ['screenshots.upload', 'screenshot'],
    ['videos.upload', 'video'],
  ])
})

test('reads send no body', () => {
  const reads = [...all.values()].filter(({ method }) => method === 'GET')
  expect(reads.filter(({ body, form }) => body !== undefined || form !== undefined)).toEqual([])
  expect(reads.length).toBe(32)
})
