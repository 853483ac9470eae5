import { expect, test } from 'vitest'
import { isPublicAddress } from '../../../server/notifications/sending/public-address'
import {
  checkWebhookUrl,
  DEFAULT_WEBHOOK_HOSTS,
  parseWebhookHosts,
} from '../../../server/notifications/sending/webhook-hosts'

const hosts = (list: string) => parseWebhookHosts(list) ?? []
/** The longest that DNS has. */
const longLabel = 'x'.repeat(63)
const usual = hosts(DEFAULT_WEBHOOK_HOSTS)
const problemOf = (url: string, list = usual) => {
  const check = checkWebhookUrl(url, list)
  return check.ok ? null : check.problem
}

test('reads hosts and host:port, separated by commas (ENV-13)', () => {
  expect(parseWebhookHosts('hooks.slack.com, Relay.Example.org:8443,127.0.0.1:9000,[::1]:9000')).toEqual([
    { hostname: 'hooks.slack.com', port: null, isRelay: false },
    { hostname: 'relay.example.org', port: 8443, isRelay: true },
    { hostname: '127.0.0.1', port: 9000, isRelay: true },
    { hostname: '[::1]', port: 9000, isRelay: true },
  ])
})

test('a host is any name that DNS can have, in any script, with or without a dot at its end (ENV-13)', () => {
  const list = `büro.example.org,my_relay-2:8080,例え.jp,क्षेत्र.भारत,ドッグ・フード.jp,col·lecció.cat,i❤.ws,${longLabel}.org,discord.com.`
  expect(hosts(list).map(({ hostname }) => hostname)).toEqual([
    'xn--bro-hoa.example.org',
    'my_relay-2',
    'xn--r8jz45g.jp',
    expect.stringMatching(/^xn--[\w-]+\.xn--h2brj9c$/),
    'xn--qckubrc3dxmi.jp',
    'xn--collecci-ioa91d.cat',
    'xn--i-7iq.ws',
    `${longLabel}.org`,
    'discord.com.',
  ])
})

test.each([
  'https://discord.com',
  'discord.com/',
  'a b',
  ',',
  'host:0',
  'host:65536',
  'host:port',
  'u@host',
  '*.com/x',
  '*.example.org',
  '"hooks.slack.com"',
  'hooks.slack.com;discord.com',
  "hooks.slack.com'",
  'discord..com',
  '-x.example.org',
  'x-.example.org',
  '.',
  '.discord.com',
  'discord.com..',
  '“discord.com”',
  '＂discord.com＂',
  '＊.example.org',
  'discord.com；hooks.slack.com',
  'disc%6Frd.com',
  'disc~ord.com',
  'disc\tord.com',
  '192.168.1',
  '192.168.1.7.',
  '192.168.1.777',
  '0x7f.0.0.1',
  '::1',
  '[::g]',
  '[:::]',
  '[::1]/x]',
  `${longLabel}x.org`,
  `${'ü'.repeat(60)}.org`,
])('refuses the list %j (ENV-04, ENV-13)', (list) => expect(parseWebhookHosts(list)).toBeNull())

test.each([
  'https://hooks.slack.com/services/T0/B0/abc',
  'https://discord.com/api/webhooks/1/abc?thread_id=2',
  'https://discordapp.com/api/webhooks/1/abc',
  'https://discord.com:443/api/webhooks/1/abc',
  '  https://DISCORD.com/api/webhooks/1/abc ',
])('takes %s', (url) => expect(problemOf(url)).toBeNull())

test('Slack and Discord are called by https and on their own port, also where the list names them', () => {
  expect(problemOf('http://discord.com/api/webhooks/1/abc', hosts('discord.com'))).toBe(
    'A webhook URL begins with https://.',
  )
  expect(problemOf('https://discord.com:8443/x', hosts('discord.com'))).toBe('Webhooks may go only to discord.com.')
})

test('a relay that the list names may be plain http, on the port that it names and no other (ENV-13)', () => {
  const relay = hosts('relay.lan:8080,plain.lan')
  expect(problemOf('http://relay.lan:8080/x', relay)).toBeNull()
  expect(problemOf('https://relay.lan:8080/x', relay)).toBeNull()
  expect(problemOf('http://plain.lan/x', relay)).toBeNull()
  expect(problemOf('http://relay.lan/x', relay)).toBe('Webhooks may go only to relay.lan:8080, plain.lan.')
  expect(problemOf('http://plain.lan:22/x', relay)).toBe('Webhooks may go only to relay.lan:8080, plain.lan.')
})

test.each([
  ['https://user:pass@discord.com/x', 'A webhook URL has no user name and no password in it.'],
  ['not a url', /^This is not a webhook URL\./],
  [`https://discord.com/${'x'.repeat(2000)}`, /^This is not a webhook URL\./],
  ['https://evil.example/x', 'Webhooks may go only to hooks.slack.com, discord.com, discordapp.com.'],
])('says what is wrong with %.40s', (url, problem) => expect(problemOf(url)).toMatch(problem))

test.each([
  ...['8.8.8.8', '1.1.1.1', '162.159.128.233', '172.15.255.255', '172.32.0.1', '2606:4700::6810:1', '2a00:1450::1'].map(
    (address) => [address, true] as const,
  ),
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'].map(
    (address) => [address, false] as const,
  ),
  ...['169.254.169.254', '100.64.0.1', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'].map(
    (address) => [address, false] as const,
  ),
  ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1'].map(
    (address) => [address, false] as const,
  ),
  ...[
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
    'fec0::1',
    '2606:4700::1%eth0',
  ].map((address) => [address, false] as const),
  ...['', 'discord.com', '127.1', '0x7f000001', '2130706433', '0177.0.0.1'].map((address) => [address, false] as const),
])('the address %j is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))
