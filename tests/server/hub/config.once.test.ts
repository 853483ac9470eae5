import { expect, test } from 'vitest'
import { readConfig } from '../../../server/hub/config'

const s3 = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'clips',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

const smtp = { SMTP_URL: 'smtp://mail.example.org' }

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICES: 'PRO_MONTHLY=price_1, PRO_YEARLY=price_2',
}

test('an empty environment gives the documented defaults (ENV-03)', () => {
  expect(readConfig({})).toEqual({
    ok: true,
    config: {
      port: 8080,
      host: '127.0.0.1',
      dataDir: `${process.cwd()}/data`,
      databaseUrl: null,
      s3: null,
      snapshotMemoryBytes: 128 * 1024 ** 2,
      pubsubUrl: null,
      processes: 1,
      publicOrigin: null,
      trustedProxies: [],
      tls: null,
      lan: null,
      lanAddresses: [],
      smtpUrl: null,
      mailFrom: 'Nightjar <nightjar@localhost>',
      timeZone: expect.stringMatching(/^[A-Za-z]/),
      hasTerminalCodes: false,
      webhookHosts: ['hooks.slack.com', 'discord.com', 'discordapp.com'].map((hostname) => ({
        hostname,
        port: null,
        isRelay: false,
      })),
      pushHosts: [
        ...['fcm.googleapis.com', 'updates.push.services.mozilla.com'].map((hostname) => ({
          hostname,
          isBelow: false,
          port: null,
          isOwn: false,
        })),
        ...['push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'].map((hostname) => ({
          hostname,
          isBelow: true,
          port: null,
          isOwn: false,
        })),
      ],
      stripe: null,
      llm: null,
      areThingsNamed: true,
      personModel: null,
      iceServers: [],
      mqtt: null,
      defaultTier: 'FREE',
      logLevel: 'info',
      appDir: null,
    },
  })
})

test('reads every variable that this version supports (ENV-09, ENV-14)', () => {
  const result = readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/nightjar',
    DATABASE_URL: 'postgres://ann:secret@db.example.org:5433/nightjar',
    ...s3,
    SNAPSHOT_MEMORY_MB: '64',
    PUBSUB_URL: 'redis://:secret@redis.example.org:6379/1',
    HUB_PROCESSES: '4',
    PUBLIC_URL: 'https://cam.example.org',
    TRUST_PROXY: 'loopback, 172.17.0.1,10.0.0.0/8,fd00::/8',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    SMTP_URL: 'smtp://user:pass@mail.example.org:587',
    MAIL_FROM: 'cam@example.org',
    TERMINAL_CODES: '1',
    TZ: 'asia/Tokyo',
    DEFAULT_TIER: 'TEAM',
    LOG_LEVEL: 'debug',
  })
  expect(result.ok && result.config).toMatchObject({
    port: 0,
    dataDir: '/srv/nightjar',
    databaseUrl: 'postgres://ann:secret@db.example.org:5433/nightjar',
    s3: {
      endpoint: 'https://s3.example.org',
      bucket: 'clips',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    snapshotMemoryBytes: 64 * 1024 ** 2,
    pubsubUrl: 'redis://:secret@redis.example.org:6379/1',
    processes: 4,
    publicOrigin: 'https://cam.example.org',
    trustedProxies: ['loopback', '172.17.0.1', '10.0.0.0/8', 'fd00::/8'],
    tls: { certPath: 'cert.pem', keyPath: 'key.pem' },
    defaultTier: 'TEAM',
    hasTerminalCodes: true,
    timeZone: 'Asia/Tokyo',
  })
})

test.each(['CET-1CEST', 'Europe/Pariss', '"Europe/Paris"'])('TZ=%s is refused (MSG-12, ENV-03)', (TZ) => {
  const sentence = 'TZ must be the name of a time zone, without quotes, such as Europe/Paris.'
  expect(readConfig({ TZ })).toEqual({ ok: false, problems: [sentence] })
})

test.each([':/etc/localtime', '/usr/share/zoneinfo/Europe/Paris'])(
  'TZ=%s is the system’s: its zone holds (MSG-12)',
  (TZ) => {
    expect(readConfig({ TZ })).toEqual(readConfig({}))
  },
)

test('takes prices that are sold no more behind the one that is (ENV-10)', () => {
  const result = readConfig({ ...stripe, STRIPE_PRICES: 'PRO_MONTHLY=price_3+price_1+price_0,PRO_YEARLY=price_2' })
  expect(result.ok && result.config.stripe?.prices).toEqual({
    PRO_MONTHLY: ['price_3', 'price_1', 'price_0'],
    PRO_YEARLY: ['price_2'],
  })
})

test.each(['cam@example.org', 'Nightjar <cam@example.org>', '"Night, jar" <cam@example.org>'])(
  'takes %s as the sender of mails',
  (sender) => {
    const result = readConfig({ ...smtp, MAIL_FROM: sender })
    expect(result.ok && result.config.mailFrom).toBe(sender)
  },
)

test.each([
  ['smtp://ann:p%40ss@mail.example.org:465', 'smtps://ann:p%40ss@mail.example.org:465'],
  ['SMTP://mail.example.org:465/', 'smtps://mail.example.org:465/'],
  ['smtps://mail.example.org', 'smtps://mail.example.org'],
  ['smtp://mail.example.org:587', 'smtp://mail.example.org:587'],
  ['smtp://mail.example.org', 'smtp://mail.example.org'],
])('%s is spoken to as %s: on port 465 TLS comes first (ENV-08)', (url, spoken) => {
  const result = readConfig({ SMTP_URL: url })
  expect(result.ok && result.config.smtpUrl).toBe(spoken)
})

test.each([
  [{}, '127.0.0.1', null],
  [{ LAN: '1' }, '127.0.0.1', 8443],
  [{ LAN: '1', LAN_PORT: '9443' }, '127.0.0.1', 9443],
  [{ LAN: '0', LAN_PORT: '9443' }, '127.0.0.1', null],
  [{ LAN: '0', PORT: '8443' }, '127.0.0.1', null],
  [{ HOST: '0.0.0.0', LAN_PORT: '9443' }, '127.0.0.1', 9443],
  [{ HOST: '0.0.0.0' }, '127.0.0.1', 8443],
  [{ HOST: '::' }, '127.0.0.1', 8443],
  [{ HOST: '0.0.0.0', LAN: '0' }, '0.0.0.0', null],
  [{ HOST: '0.0.0.0', TLS: 'self-signed' }, '0.0.0.0', null],
  [{ HOST: '0.0.0.0', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }, '0.0.0.0', null],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://cam.example.org' }, '0.0.0.0', null],
  [{ HOST: '192.168.1.7' }, '192.168.1.7', null],
])('of %o plain http is heard at %s, and https for the local network at %s (ENV-16, LAN-02)', (set, host, port) => {
  const result = readConfig(set)
  expect(result.ok && { host: result.config.host, port: result.config.lan?.port ?? null }).toEqual({ host, port })
})

test.each([
  ['https://cam.example.org', 'https://cam.example.org'],
  [' HTTP://Cam.example.org:8080/ ', 'http://cam.example.org:8080'],
  ['https://büro.example.org', 'https://xn--bro-hoa.example.org'],
  ['https://my_hub:8443', 'https://my_hub:8443'],
  ['https://cam.example.org.', 'https://cam.example.org.'],
  ['https://col·lecció.cat', 'https://xn--collecci-ioa91d.cat'],
  ['https://192.168.1.7', 'https://192.168.1.7'],
  ['https://[2001:DB8::7]:8443', 'https://[2001:db8::7]:8443'],
])('PUBLIC_URL takes %s (ENV-06)', (url, origin) => {
  const result = readConfig({ PUBLIC_URL: url })
  expect(result.ok && result.config.publicOrigin).toBe(origin)
})

test.each(['192.168.1.7', '::1', 'fe80::1%eth0', 'localhost', 'localhost.', 'Hub-2.example.org'])(
  'HOST takes %s, by its form alone (ENV-16)',
  (host) => {
    const result = readConfig({ HOST: host })
    expect(result.ok && result.config.host).toBe(host)
  },
)

test('LAN_ADDRESSES is what others call the machine (ENV-17)', () => {
  const result = readConfig({ LAN_ADDRESSES: '192.168.1.7, Nightjar.local,FD00::7,büro.local' })
  const names = ['192.168.1.7', 'nightjar.local', 'fd00::7', 'xn--bro-hoa.local']
  expect(result.ok && result.config.lanAddresses).toEqual(names)
})

test('MQTT_URL names the broker, with and without TLS, and what it is given (MQTT-01)', () => {
  const mqttOf = (set: Record<string, string>) => {
    const result = readConfig(set)
    return result.ok ? result.config.mqtt : result.problems
  }
  expect(mqttOf({ MQTT_URL: 'mqtt://hub:p%40ss%2Fword@broker.lan' })).toEqual({
    isSecure: false,
    host: 'broker.lan',
    port: 1883,
    username: 'hub',
    password: 'p@ss/word',
    hasPictures: false,
    owners: [],
  })
  const more = { MQTT_PICTURES: '1', MQTT_OWNERS: 'Ann@example.org, bob@example.org' }
  expect(mqttOf({ MQTT_URL: 'mqtts://[fd00::7]:8884/', ...more })).toEqual({
    isSecure: true,
    host: 'fd00::7',
    port: 8884,
    username: null,
    password: null,
    hasPictures: true,
    owners: ['ann@example.org', 'bob@example.org'],
  })
  expect(mqttOf({ MQTT_URL: 'mqtt://broker.lan', MQTT_OWNERS: ' ,' })).toEqual([
    'MQTT_OWNERS must be mail addresses of the owners of workspaces, separated by commas.',
  ])
  for (const wrong of ['broker.lan:1883', 'http://broker.lan', 'mqtt://hub:secret@', 'mqtt://broker.lan/topic']) {
    const problems = mqttOf({ MQTT_URL: wrong })
    expect(problems).toEqual([expect.stringMatching(/^MQTT_URL must look like mqtt:\/\/user:password@host:port/)])
    expect(JSON.stringify(problems)).not.toContain('secret@')
  }
  expect(mqttOf(more)).toEqual(
    ['MQTT_PICTURES', 'MQTT_OWNERS'].map((name) => expect.stringContaining(`${name} is of use only`)),
  )
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', DATABASE_URL: '' })).toEqual(readConfig({}))
})

// `set PORT=9000 && npm start` of Windows leaves a blank, a file of variables with its line ends a carriage return.
test.each([' ', '\r'])('what stands around a value, as %j, is no part of it (ENV-03)', (blank) => {
  const meant = {
    PORT: '9000',
    DATA_DIR: '/srv/nightjar',
    LAN: '1',
    ...s3,
    LLM_BASE_URL: 'http://x/v1',
    LLM_MODEL: 'm',
  }
  const written = Object.fromEntries(Object.entries(meant).map(([name, value]) => [name, ` ${value}${blank}`]))
  expect(readConfig(written)).toEqual(readConfig(meant))
})

test.each([
  [{ PORT: '80a' }, /^PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: '65536' }, /^PORT must/],
  [{ PORT: '-1' }, /^PORT must/],
  [
    { HOST: 'http://127.0.0.1' },
    /^HOST must be an address or name of this machine, without http:\/\/ and without a port/,
  ],
  [{ HOST: '127.0.0.1:8080' }, /^HOST must/],
  [{ HOST: '"127.0.0.1"' }, /^HOST must/],
  [{ HOST: '256.1.1.1' }, /^HOST must/],
  [{ HOST: '127.1' }, /^HOST must/],
  [{ HOST: '0' }, /^HOST must/],
  [{ HOST: '*' }, /^HOST must/],
  [{ HOST: '[::1]' }, /^HOST must/],
  [
    { DATA_DIR: '~/nightjar' },
    /^DATA_DIR must be the path of a folder, without ~ and without quotes, such as \/srv\/nightjar\.$/,
  ],
  [{ DATA_DIR: '~' }, /^DATA_DIR must/],
  [{ DATA_DIR: '"/data"' }, /^DATA_DIR must/],
  [{ DATA_DIR: "'/data'" }, /^DATA_DIR must/],
  [{ PUBLIC_URL: 'cam.example.org' }, /^PUBLIC_URL must be an http or https address/],
  [{ PUBLIC_URL: 'https://cam.example.org/path' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'ftp://cam.example.org' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'https://cam.example.org"' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: '"https://cam.example.org"' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'https://*.example.org' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'https://cam.example.org;' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'https://ann@cam.example.org' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'https://192.168.1' }, /^PUBLIC_URL must/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be the addresses of your proxies, separated by commas/],
  [{ TRUST_PROXY: '172.17.0.1,' }, /^TRUST_PROXY must/],
  [{ TRUST_PROXY: '172.17.0.0/33' }, /^TRUST_PROXY must/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY must/],
  [{ TLS_CERT: 'cert.pem' }, /^TLS_CERT and TLS_KEY must be set together/],
  [{ TLS_KEY: 'key.pem' }, /^TLS_CERT and TLS_KEY must be set together/],
  [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must look like smtp:.*:587, or smtps:.*:465 .*%40\.$/],
  [
    { MAIL_FROM: 'cam@example.org' },
    /^MAIL_FROM is of use only with SMTP_URL: name the mail server too, or remove it\.$/,
  ],
  [
    { ...smtp, MAIL_FROM: 'Nightjar hub' },
    /^MAIL_FROM must be one e-mail address, such as cam@example\.org or Nightjar </,
  ],
  [{ ...smtp, MAIL_FROM: 'cam at example.org' }, /^MAIL_FROM must/],
  [{ ...smtp, MAIL_FROM: 'a@example.org, b@example.org' }, /^MAIL_FROM must/],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' }, /^STRIPE_SECRET_KEY must be a secret or restricted key of Stripe/],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, /^STRIPE_WEBHOOK_SECRET must be the signing secret/],
  [{ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1"' }, /^STRIPE_SECRET_KEY must/],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1"' }, /^STRIPE_WEBHOOK_SECRET must/],
  [{ ...stripe, STRIPE_PRICES: `${stripe.STRIPE_PRICES}"` }, /^STRIPE_PRICES must/],
  [{ ...stripe, STRIPE_PRICES: 'PRO_MONTHLY=price_…,PRO_YEARLY=price_2' }, /^STRIPE_PRICES must/],
  [{ ...stripe, STRIPE_PRICES: 'PRO_MONTHLY=price_1' }, /^STRIPE_PRICES must look like PRO_MONTHLY=price_…/],
  [{ ...stripe, STRIPE_PRICES: 'PRO_MONTHLY=price_1,PRO_YEARLY=price_1' }, /^STRIPE_PRICES must/],
  [{ ...stripe, STRIPE_PRICES: `${stripe.STRIPE_PRICES},GOLD=price_3` }, /^STRIPE_PRICES must/],
  [{ ...stripe, STRIPE_PRICES: `${stripe.STRIPE_PRICES},PRO_YEARLY=price_3` }, /^STRIPE_PRICES must/],
  [{ ...stripe, STRIPE_PRICES: `${stripe.STRIPE_PRICES}+price_1` }, /^STRIPE_PRICES must/],
  [{ ...stripe, STRIPE_PRICES: `${stripe.STRIPE_PRICES}+3` }, /^STRIPE_PRICES must/],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /must be set together: STRIPE_WEBHOOK_SECRET, STRIPE_PRICES missing\.$/],
  [{ WEBHOOK_HOSTS: 'https://relay.example.org' }, /^WEBHOOK_HOSTS must be hosts or host:port, separated by commas/],
  [{ WEBHOOK_HOSTS: '"hooks.slack.com"' }, /^WEBHOOK_HOSTS must/],
  [{ PUSH_HOSTS: "'fcm.googleapis.com'" }, /^PUSH_HOSTS must be hosts, host:port or \*\.host/],
  [{ DEFAULT_TIER: 'GOLD' }, /^DEFAULT_TIER must be FREE, BASIC, PRO or TEAM\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL must look like postgres:/],
  [{ DATABASE_URL: 'localhost:5432' }, /^DATABASE_URL must look like/],
  [{ HUB_PROCESSES: '0' }, /^HUB_PROCESSES must be auto or a whole number/],
  [{ HUB_PROCESSES: '65', DATABASE_URL: 'postgres://x' }, /^HUB_PROCESSES must be auto or a whole number/],
  [{ HUB_PROCESSES: '2' }, /^HUB_PROCESSES above 1 needs PostgreSQL/],
  [{ PUBSUB_URL: 'localhost:6379' }, /^PUBSUB_URL must look like redis:/],
  [{ PUBSUB_URL: 'http://localhost:6379' }, /^PUBSUB_URL must look like redis:/],
  [{ PUBSUB_URL: 'redis://:pa%ss@localhost:6379' }, /^PUBSUB_URL must .*%25\.$/],
  [{ SNAPSHOT_MEMORY_MB: '7' }, /^SNAPSHOT_MEMORY_MB must be a whole number/],
  [{ S3_BUCKET: 'clips' }, /must be set together: S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY missing\.$/],
  [{ S3_REGION: 'eu' }, /^S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together/],
  [{ ...s3, S3_ENDPOINT: 'https://s3.example.org/clips' }, /^S3_ENDPOINT must be an http or https address without/],
  [{ ...s3, S3_ENDPOINT: 's3.example.org' }, /^S3_ENDPOINT must/],
  [{ ...s3, S3_BUCKET: 'My Clips' }, /^S3_BUCKET must be the name of a bucket/],
  [{ ICE_SERVERS: 'stun.example.org' }, /^ICE_SERVERS must be stun:host:port, .*: entry 1 is not\.$/],
  [{ ICE_SERVERS: 'stun:a:3478,turn:turn.example.org' }, /^ICE_SERVERS must .*: entry 2 is not\.$/],
  [{ ICE_SERVERS: 'stun:a:3478,' }, /^ICE_SERVERS must .*: entry 2 is not\.$/],
  [{ ICE_SERVERS: 'stun:a:70000' }, /^ICE_SERVERS must/],
  [{ ICE_SERVERS: 'turn:ann:secret%@a' }, /^ICE_SERVERS must (?!.*secret)/],
  [{ LAN: 'yes' }, /^LAN must be 1 or 0\.$/],
  [{ LAN_PORT: '9443' }, /^LAN_PORT is of use only with LAN=1: set that too, or remove it\.$/],
  [{ LAN: '1', LAN_PORT: '70000' }, /^LAN_PORT must be a whole number from 0 to 65535\.$/],
  [{ LAN_ADDRESSES: 'a b' }, /^LAN_ADDRESSES must be addresses or names/],
  [{ LAN_ADDRESSES: '192.168.1.777' }, /^LAN_ADDRESSES must/],
  [{ LAN_ADDRESSES: '192.168.1.7,192.168.1' }, /^LAN_ADDRESSES must/],
  [{ LAN_ADDRESSES: '[::1]' }, /^LAN_ADDRESSES must/],
  [{ LAN_ADDRESSES: 'nightjar.local,' }, /^LAN_ADDRESSES must/],
  [{ LAN_ADDRESSES: 'nightjar.local.' }, /^LAN_ADDRESSES must/],
  [{ LAN: '1', TLS: 'self-signed' }, /^LAN=1 makes a certificate of its own/],
  [{ LAN: '1', HOST: '192.168.1.7' }, /^LAN=1 keeps plain http on this machine/],
  [{ LAN: '1', PORT: '8443' }, /^LAN_PORT and PORT are two ports/],
  [{ LAN: '1', LAN_PORT: '8080' }, /^LAN_PORT and PORT are two ports/],
  [{ HOST: '0.0.0.0', PORT: '8443' }, /^LAN_PORT and PORT are two ports/],
  [{ TLS: 'yes' }, /^TLS can only be self-signed\./],
  [{ TLS: 'self-signed', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }, /^TLS=self-signed and TLS_CERT contradict/],
])('%j ends with one clear sentence (ENV-04)', (environment, sentence) => {
  const result = readConfig(environment)
  expect(result).toEqual({ ok: false, problems: [expect.stringMatching(sentence)] })
})

test('reports all bad values at once (ENV-04)', () => {
  const result = readConfig({ ...s3, S3_BUCKET: 'X', PORT: 'x', DEFAULT_TIER: 'GOLD', TLS_KEY: 'k' })
  expect(!result.ok && result.problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'S3_BUCKET',
    'DEFAULT_TIER',
    'TLS_CERT',
  ])
})

test('a language model is an address with a model, a key where the server wants one, and whether it takes pictures (ENV-11, VIS-13)', () => {
  const url = 'http://localhost:11434/v1/'
  const read = (environment: Record<string, string>) => {
    const result = readConfig(environment)
    return result.ok ? result.config.llm : result.problems
  }
  expect(read({ LLM_BASE_URL: url, LLM_MODEL: 'small' })).toEqual({
    baseUrl: 'http://localhost:11434/v1',
    model: 'small',
    apiKey: null,
    takesPictures: false,
  })
  expect(read({ LLM_BASE_URL: url, LLM_MODEL: 'small', LLM_API_KEY: 'k' })).toMatchObject({ apiKey: 'k' })
  const together = 'LLM_BASE_URL and LLM_MODEL must be set together: where the language model is, and its name there.'
  expect(read({ LLM_BASE_URL: url })).toEqual([together])
  expect(read({ LLM_MODEL: 'small' })).toEqual([together])
  expect(read({ LLM_API_KEY: 'k' })).toEqual(['LLM_API_KEY needs LLM_BASE_URL and LLM_MODEL beside it.'])
  expect(read({ LLM_BASE_URL: url, LLM_MODEL: 'small', LLM_VISION: '1' })).toMatchObject({ takesPictures: true })
  expect(read({ LLM_VISION: '1' })).toEqual(['LLM_VISION needs LLM_BASE_URL and LLM_MODEL beside it.'])
  expect(read({ LLM_BASE_URL: url, LLM_MODEL: 'small', LLM_VISION: 'yes' })).toEqual([
    'LLM_VISION can only be 1: the model of LLM_BASE_URL takes pictures, and may be sent stills of cameras whose owner agreed.',
  ])
  const whole = 'http://x/v1/chat/completions'
  for (const bad of ['localhost:11434', 'ftp://x/v1', 'http://user:pass@x/v1', 'http://x/v1?key=1', whole, `${whole}/`])
    expect(read({ LLM_BASE_URL: bad, LLM_MODEL: 'small' })).toEqual([
      'LLM_BASE_URL must be the http or https address below which chat/completions is, such as http://localhost:11434/v1.',
    ])
  expect(read({ LLM_BASE_URL: url, LLM_MODEL: 'small', LLM_API_KEY: 'a b' })).toEqual([
    'LLM_API_KEY must be a key without spaces.',
  ])
})

test('ICE_SERVERS takes STUN and TURN, whose names and passwords are written as in addresses (ENV-15)', () => {
  const list = [
    'stun:stun.example.org:3478',
    'stuns:[2001:db8::1]:5349',
    'turn:ann:a:b%2Cc@turn.example.org:3478?transport=tcp',
    'turns:ann@work:secret@10.0.0.1',
  ]
  const result = readConfig({ ICE_SERVERS: list.join(', ') })
  expect(result.ok && result.config.iceServers).toEqual([
    { urls: 'stun:stun.example.org:3478' },
    { urls: 'stuns:[2001:db8::1]:5349' },
    { urls: 'turn:turn.example.org:3478?transport=tcp', username: 'ann', credential: 'a:b,c' },
    { urls: 'turns:10.0.0.1', username: 'ann@work', credential: 'secret' },
  ])
})

test('each entry of ICE_SERVERS that cannot be read has its sentence (ENV-04, ENV-15)', () => {
  const result = readConfig({ ICE_SERVERS: 'a,stun:b,turn:c' })
  expect(!result.ok && result.problems.map((problem) => problem.split(': ').at(-1))).toEqual([
    'entry 1 is not.',
    'entry 3 is not.',
  ])
})
