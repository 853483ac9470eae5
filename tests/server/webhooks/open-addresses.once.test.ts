import { expect, test } from 'vitest'
import { WebhookCalls } from '../../../server/notifications/sending/webhook-calls'
import { parseWebhookHosts } from '../../../server/notifications/sending/webhook-hosts'
import { recordingNetwork } from '../support/outside-network'

const PUBLIC = '93.184.216.34'
const never = new AbortController().signal

const names = {
  'program.example.org': [PUBLIC],
  'two-faced.example.org': [PUBLIC, '10.0.0.5'],
  'nas.lan': ['192.168.1.5'],
}

async function call(url: string) {
  const network = recordingNetwork(names)
  const webhooks = new WebhookCalls(parseWebhookHosts('hooks.slack.com,nas.lan:8123') ?? [], network)
  const result = await webhooks.postOpen(url, { body: '{}', headers: { 'webhook-id': 'msg_1' } }, never)
  return { kind: result.kind, isSavable: webhooks.openProblemOf(url) === null, network }
}

test.each([
  ['https://program.example.org/hook?a=1', 443],
  ['https://program.example.org:8443/hook?a=1', 8443],
])('%s, a public address, is called where it leads (HOOK-09)', async (url, port) => {
  const { kind, isSavable, network } = await call(url)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'webhook-id': 'msg_1' }
  const post = { address: PUBLIC, hostname: 'program.example.org', port, path: '/hook?a=1', isSecure: true, headers }
  expect([kind, isSavable, network.posts]).toEqual(['answered', true, [expect.objectContaining(post)]])
})

test('what the operator listed may be private and plain http, at that port (HOOK-09)', async () => {
  const { kind, isSavable, network } = await call('http://nas.lan:8123/hook')
  expect([kind, isSavable, network.posts[0]?.address]).toEqual(['answered', true, '192.168.1.5'])
})

test.each([
  ['https://nas.lan:9000/hook', 'unreachable', true],
  ['https://two-faced.example.org/hook', 'unreachable', true],
  ['http://nas.lan:9000/hook', 'not-allowed', false],
  ['http://program.example.org/hook', 'not-allowed', false],
  ['https://127.0.0.1/hook', 'not-allowed', false],
  ['https://[fd00::1]/hook', 'not-allowed', false],
  ['https://2130706433/hook', 'not-allowed', false],
])('%s is called nowhere: %s (HOOK-09)', async (url, came, isSavableThen) => {
  const { kind, isSavable, network } = await call(url)
  expect([kind, isSavable, network.posts]).toEqual([came, isSavableThen, []])
})
