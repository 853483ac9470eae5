import { createECDH } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/hub/config'
import { checkEndpoint, parsePushHosts } from '../../../server/notifications/push/push-hosts'
import { PushSender } from '../../../server/notifications/push/push-sender'
import { vapidKeyOf } from '../../../server/notifications/push/vapid'
import { recordingNetwork } from '../support/outside-network'
import { testBrowser } from '../support/push-service'

const PUBLIC = '162.159.128.233'
const never = new AbortController().signal

function defaultHosts() {
  const result = readConfig({})
  if (!result.ok) throw new Error(result.problems.join(' '))
  return result.config.pushHosts
}
const hosts = defaultHosts()
const browsers = [
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://fcm.googleapis.com/wp/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://eu.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b',
  'https://web.push.apple.com/QGuQyavXutnMH',
]

const inside = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'hub.lan',
  'metadata.google.internal',
  'instance-data',
  '0',
  '127.1',
  '127.0.0.1',
  '127.000.000.001',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '0.0.0.0',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[64:ff9b::7f00:1]',
]
const alike = [
  'googleapis.com',
  'x.fcm.googleapis.com',
  'fcm.googleapis.com.',
  'fcm.googleapis.com.evil.test',
  'fcm.googleapis.co',
  'xfcm.googleapis.com',
  'fcm-googleapis.com',
  'storage.googleapis.com',
  'fcm.googleapis.comx',
  'fсm.googleapis.com',
  'push.services.mozilla.com',
  'push.services.mozilla.com.evil.test',
  'xpush.services.mozilla.com',
  'mozilla.com',
  'notify.windows.com',
  'xnotify.windows.com',
  'evilnotify.windows.com',
  'a.notify.windows.com.evil.test',
  'windows.com',
  'push.apple.com',
  'xpush.apple.com',
  'apple.com',
  'web.push.apple.com.',
  'web.push.apple.com.evil.test',
  '.push.apple.com',
  'a..push.apple.com',
  'a_b.push.apple.com',
  'evil.test',
  'xn--fm-8pc.googleapis.com',
  'fcm.googleapis.com%2eevil.test',
  'fcm.googleapis.com%00.evil.test',
  'ⓕcm.googleapis.com',
  'fcm。googleapis.com',
]
const wraps: readonly ((host: string) => string)[] = [
  (host) => `https://${host}/send/x`,
  (host) => `https://fcm.googleapis.com@${host}/send/x`,
  (host) => `https://${host}/?https://fcm.googleapis.com/x`,
  (host) => `https://${host}#.push.apple.com/x`,
]
const ports = ['22', '25', '80', '6379', '8080', '8443', '5432', '0', '65536', '-1', '443x']
const odd = [
  'http://fcm.googleapis.com/x',
  'HTTP://web.push.apple.com/x',
  'ftp://fcm.googleapis.com/x',
  'ws://fcm.googleapis.com/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//fcm.googleapis.com/x',
  'fcm.googleapis.com/x',
  '',
  'https://',
  'https:///x',
  'https:fcm.googleapis.com/x',
  'https:/fcm.googleapis.com/x',
  ' https://fcm.googleapis.com/x',
  'https://fcm.googleapis.com\\@evil.test/x',
  'https://evil.test\\.push.apple.com/x',
  'https://fcm.googleapis.com/x\r\nX: y',
  'https://fcm.goo\tgleapis.com/x',
  'https://fcm.googleapis.com /x',
  'https://user@fcm.googleapis.com/x',
  'https://:p@web.push.apple.com/x',
  'https://[fcm.googleapis.com]/x',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
]
const hostile = [
  ...new Set([
    ...[...inside, ...alike].flatMap((host) => wraps.map((wrap) => wrap(host))),
    ...ports.map((port) => `https://fcm.googleapis.com:${port}/x`),
    ...odd,
  ]),
]

function senderTo(list = hosts, names: Record<string, readonly string[]> = {}) {
  const network = recordingNetwork(names)
  const key = vapidKeyOf(Buffer.alloc(32, 1))
  return { network, sender: new PushSender({ hosts: list, network, key, subject: 'https://cam.example.org' }) }
}
const pushTo = (sender: PushSender, endpoint: string) => {
  const { p256dh, auth } = testBrowser('https://x').subscription.keys
  return sender.push({ endpoint, p256dh, auth }, { payload: Buffer.from('{}'), urgency: 'high' }, never, 0)
}

test('there are more than 200 hostile endpoints, all different (PUSH-11)', () => {
  expect(hostile.length).toBeGreaterThan(200)
})

test.each(hostile)('refused with a sentence, its name never looked up: %j (PUSH-11)', async (endpoint) => {
  const { network, sender } = senderTo()
  // Every name there is would lead somewhere.
  const { resolve } = network
  network.resolve = async (name, signal) => {
    network.names[name.hostname] = [PUBLIC]
    return resolve(name, signal)
  }
  const outcome = await pushTo(sender, endpoint)
  expect([outcome.kind, sender.check(endpoint).ok]).toEqual(['refused', false])
  expect(outcome).toMatchObject({ problem: expect.stringMatching(/\.$/) })
  expect([network.lookedUp, network.posts]).toEqual([[], []])
})

test.each(browsers)('a browser’s own push service is called: %s (PUSH-11)', async (endpoint) => {
  const { hostname, pathname, search } = new URL(endpoint)
  const { network, sender } = senderTo(hosts, { [hostname]: [PUBLIC] })
  expect((await pushTo(sender, endpoint)).kind).toBe('sent')
  expect(network.posts).toMatchObject([
    { hostname, path: pathname + search, port: 443, isSecure: true, address: PUBLIC },
  ])
})

describe('a push service', () => {
  test.each([['127.0.0.1'], ['192.168.1.1'], ['169.254.169.254'], ['::1'], ['fd00::1']])(
    'whose name leads to %s is not called (PUSH-11)',
    async (address) => {
      const { network, sender } = senderTo(hosts, { 'fcm.googleapis.com': [PUBLIC, address] })
      expect((await pushTo(sender, browsers[0] ?? '')).kind).toBe('again')
      expect(network.posts).toEqual([])
    },
  )

  test('that PUSH_HOSTS names may be private, and others are then refused (ENV-18)', async () => {
    const own = parsePushHosts('push.lan:8443, *.push.example.org') ?? []
    const { network, sender } = senderTo(own, { 'push.lan': ['192.168.1.9'], 'a.push.example.org': ['10.0.0.1'] })
    expect((await pushTo(sender, 'https://push.lan:8443/x')).kind).toBe('sent')
    expect((await pushTo(sender, 'https://a.push.example.org/x')).kind).toBe('sent')
    expect(network.posts.map(({ address }) => address)).toEqual(['192.168.1.9', '10.0.0.1'])
    for (const endpoint of ['http://push.lan:8443/x', 'https://push.lan/x', 'https://push.example.org/x', ...browsers])
      expect(checkEndpoint(endpoint, own).ok).toBe(false)
  })

  test.each([
    '"*.push.example.org"',
    '*',
    '*.*.org',
    'a*.org',
    'push.lan;push.org',
    '*.push..org',
    'push.lan:0',
    '::1',
  ])('a list with %s is refused (ENV-18)', (entry) => expect(parsePushHosts(`fcm.googleapis.com,${entry}`)).toBeNull())

  test.each([
    [201, 'sent'],
    [202, 'sent'],
    [307, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'again'],
    [500, 'again'],
  ])('that answers %i: %s (PUSH-07)', async (status, kind) => {
    const { network, sender } = senderTo(hosts, { 'fcm.googleapis.com': [PUBLIC] })
    network.answer = { status, retryAfter: null }
    expect((await pushTo(sender, browsers[0] ?? '')).kind).toBe(kind)
  })
})

test.each(['fcm.googleapis.com/x', 'https://fcm.googleapis.com', '*', '*.', 'a:b', 'a:0', 'a,,b', 'a b', '*.*.com'])(
  'PUSH_HOSTS of %j is refused at the start (ENV-18)',
  (PUSH_HOSTS) => {
    const result = readConfig({ PUSH_HOSTS })
    expect(result.ok ? [] : result.problems).toEqual([expect.stringContaining('PUSH_HOSTS must be hosts')])
  },
)

test('the hub’s key follows from its secret alone: the same for all its hubs and starts (PUSH-03)', () => {
  const key = vapidKeyOf(Buffer.alloc(32, 1))
  expect(vapidKeyOf(Buffer.alloc(32, 1))).toEqual(key)
  expect(vapidKeyOf(Buffer.alloc(32, 2))).not.toEqual(key)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(key.privateKey, 'base64url'))
  expect(curve.getPublicKey('base64url')).toBe(key.publicKey)
})
