import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebhookCalls } from '../../../server/notifications/sending/webhook-calls'
import { DEFAULT_WEBHOOK_HOSTS, parseWebhookHosts } from '../../../server/notifications/sending/webhook-hosts'
import { send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type RecordingNetwork, recordingNetwork } from '../support/outside-network'

const hosts = parseWebhookHosts(DEFAULT_WEBHOOK_HOSTS) ?? []
const PUBLIC = '162.159.128.233'
const ALLOWED = ['hooks.slack.com', 'discord.com', 'discordapp.com']

const inside = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'ip6-localhost',
  'hub.lan',
  'metadata',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.000.000.001',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0',
  '0.0.0.0',
  '127.0.0.1.nip.io',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.169.254.',
  'metadata.google.internal',
  'instance-data',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1%25eth0]',
]
const alike = [
  'discord.com.',
  'discord.com.evil.test',
  'evil.test.discord.com',
  'xdiscord.com',
  'discord.comx',
  'discord.co',
  'discord-com.test',
  'hooks.slack.com.',
  'hooks.slack.com.evil.test',
  'slack.com',
  'api.slack.com',
  'a.hooks.slack.com',
  'hooks-slack.com',
  'hooks.slack.co',
  'dіscord.com',
  'disсord.com',
  'xn--iscord-zwf.com',
  'discord.com%2eevil.test',
  'discord.com%00.evil.test',
  'discord.com%23.evil.test',
  'discord.com%40evil.test',
  'ptb.discord.com',
  'cdn.discordapp.com',
  'ⓓiscord.com.evil.test',
  'discord\u3002com.evil.test',
  'discord.com\u00ad.test',
  'evil.test',
  'xn--80ak6aa92e.com',
]
const ports = ['22', '25', '80', '6379', '8080', '8443', '5432', '11211', '0', '65535', '65536', '-1', '443x', '0443 ']
const wraps: readonly ((host: string) => string)[] = [
  (host) => `https://${host}/services/T/B/x`,
  (host) => `https://discord.com@${host}/x`,
  (host) => `https://discord.com:443@${host}/x`,
  (host) => `https://${host}/?https://discord.com/x`,
  (host) => `https://${host}#@discord.com/x`,
]
const odd = [
  'http://discord.com/x',
  'http://hooks.slack.com/x',
  'HTTP://DISCORD.COM/x',
  'ftp://discord.com/x',
  'gopher://discord.com/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'blob:https://discord.com/x',
  'ws://discord.com/x',
  '//discord.com/x',
  'discord.com/x',
  '',
  ' ',
  'https://',
  'https:///x',
  'https:discord.com/x',
  'https:/discord.com/x',
  'https:\\\\evil.test\\x',
  'https://evil.test\\@discord.com/x',
  'https://discord.com\\@evil.test/x',
  'https://discord.com\\.evil.test/x',
  'https://disc\tord.com/x',
  'https://discord.com\r\nHost: evil.test/x',
  'https://discord.com/x\r\nX: y',
  'https://discord.com /x',
  'https://discord.com\u0000.evil.test/x',
  'https://user@discord.com/x',
  'https://:pass@discord.com/x',
  'https://@evil.test/x',
  'https://evil.test:443:443/x',
  'https://[discord.com]/x',
  'https://[::1/x',
  'https://discord.com:@evil.test/x',
  'https://%64iscord.com@evil.test/x',
  'unix:/var/run/docker.sock',
  'https+unix://discord.com/x',
  'jar:https://discord.com/x',
  'about:blank',
  'https://discord.com,evil.test/x',
]

const hostile = [
  ...new Set([
    ...[...inside, ...alike].flatMap((host) => wraps.map((wrap) => wrap(host))),
    ...ports.map((port) => `https://discord.com:${port}/x`),
    ...odd,
  ]),
]

test('there are more than 200 of them, all different (SEC-03)', () => {
  expect(hostile.length).toBeGreaterThan(200)
})

describe('a hostile URL (SEC-03)', () => {
  // Every name there is leads to a public address, so that only the URL itself can stop a call.
  const everywhere = () => {
    const network = recordingNetwork()
    const resolve = network.resolve
    network.resolve = async (name, signal) => {
      network.names[name.hostname] = [PUBLIC]
      return resolve(name, signal)
    }
    return network
  }

  test.each(hostile)('is not called, nor its name looked up: %j', async (url) => {
    const network = everywhere()
    const webhooks = new WebhookCalls(hosts, network)
    const result = await webhooks.post(url, '{}', new AbortController().signal)
    expect([result.kind, webhooks.problemOf(url) !== null]).toEqual(['not-allowed', true])
    expect([network.lookedUp, network.posts]).toEqual([[], []])
  })

  test('what is called after all is only what the list names', async () => {
    const network = everywhere()
    const webhooks = new WebhookCalls(hosts, network)
    for (const host of ALLOWED) await webhooks.post(`https://${host}/x`, '{}', new AbortController().signal)
    expect(network.posts.map(({ hostname, port, address }) => [hostname, port, address])).toEqual(
      ALLOWED.map((host) => [host, 443, PUBLIC]),
    )
  })
})

describe('a listed name', () => {
  const post = (network: RecordingNetwork, list = hosts, url = 'https://discord.com/x') =>
    new WebhookCalls(list, network).post(url, '{}', new AbortController().signal)

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1%eth0']],
    [[PUBLIC, '192.168.1.1']],
    [['2606:4700::1', 'fd00::1']],
    [[]],
    [['not an address']],
  ])('that leads to %j is not called', async (addresses) => {
    const network = recordingNetwork({ 'discord.com': addresses })
    expect((await post(network)).kind).toBe('unreachable')
    expect(network.posts).toEqual([])
  })

  test('is looked up once and called at the address that was checked, whatever the name says next (DNS rebinding)', async () => {
    const network = recordingNetwork({ 'discord.com': [PUBLIC] })
    const resolve = network.resolve
    network.resolve = async (name, signal) => {
      const addresses = await resolve(name, signal)
      network.names[name.hostname] = ['127.0.0.1']
      return addresses
    }
    expect((await post(network)).kind).toBe('answered')
    expect([network.lookedUp, network.posts.map(({ address }) => address)]).toEqual([['discord.com'], [PUBLIC]])
    expect((await post(network)).kind).toBe('unreachable')
    expect(network.posts).toHaveLength(1)
  })

  test('is called at its next address where one is away, and at no third', async () => {
    const network = recordingNetwork({ 'discord.com': ['2606:4700::1', PUBLIC, '203.0.114.9'] })
    network.away.add('2606:4700::1')
    expect((await post(network)).kind).toBe('answered')
    expect(network.posts.map(({ address }) => address)).toEqual(['2606:4700::1', PUBLIC])
  })

  test('gets a message at one address only, though no answer came of it', async () => {
    const network = recordingNetwork({ 'discord.com': ['2606:4700::1', PUBLIC] })
    const { post: answered } = network
    network.post = async (sent, signal) => {
      await answered(sent, signal)
      throw new Error('the line was cut')
    }
    expect((await post(network)).kind).toBe('unreachable')
    expect(network.posts).toHaveLength(1)
  })

  test('may be private only where the hub’s owner listed it (ENV-13)', async () => {
    const network = recordingNetwork({ 'relay.lan': ['192.168.1.1'] })
    const list = parseWebhookHosts('relay.lan:8080') ?? []
    expect((await post(network, list, 'http://relay.lan:8080/x')).kind).toBe('answered')
    expect(network.posts).toMatchObject([{ address: '192.168.1.1', port: 8080, isSecure: false }])
  })
})

describe('through the hub', () => {
  let hub: TestHub
  let ann: SignedInUser
  let network: RecordingNetwork
  beforeEach(async () => {
    network = recordingNetwork({ 'evil.test': [PUBLIC], 'discord.com': [PUBLIC] })
    hub = await startTestHub({ deps: { outsideNetwork: network } })
    ann = await hub.signIn()
  })
  afterEach(() => hub.close())

  test('a hostile URL is refused by the test call and by the settings with a sentence (SEC-03)', async () => {
    const config = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
    for (const url of hostile.filter((_url, index) => index % 10 === 0 && _url.trim() !== '')) {
      const body = { type: 'slack', connectionValue: url }
      const tested = await send(hub.fastify, ann, 'POST', '/notifications/test', body)
      const { notifySmsNumber: _, ...settings } = { ...config, slackEnabled: true, notifySlackWebhook: url }
      const saved = await send(hub.fastify, ann, 'PUT', '/wsconfig/integrations', settings)
      for (const answer of [tested, saved]) {
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'invalid-input'])
        expect(answer.json().message).toMatch(/\.$/)
      }
    }
    expect([network.lookedUp, network.posts]).toEqual([[], []])
    expect((await send(hub.fastify, ann, 'GET', '/wsconfig')).json()).toEqual(config)
  })
})
