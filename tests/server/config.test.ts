import { expect, test } from 'vitest'
import { readConfig } from '../../server/config'

test('an empty environment gives the documented defaults (design 2)', () => {
  expect(readConfig({})).toEqual({
    ok: true,
    config: {
      port: 8080,
      host: '127.0.0.1',
      dataDir: `${process.cwd()}/data`,
      publicOrigin: null,
      tls: null,
      smtpUrl: null,
      mailFrom: 'Nightjar <nightjar@localhost>',
      defaultTier: 'FREE',
      logLevel: 'info',
      appDir: null,
      unusedVariables: [],
    },
  })
})

test('reads every variable that this version supports', () => {
  const result = readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/nightjar',
    PUBLIC_URL: 'https://cam.example.org',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    SMTP_URL: 'smtp://user:pass@mail.example.org:587',
    MAIL_FROM: 'cam@example.org',
    DEFAULT_TIER: 'TEAM',
    LOG_LEVEL: 'debug',
  })
  expect(result.ok && result.config).toMatchObject({
    port: 0,
    dataDir: '/srv/nightjar',
    publicOrigin: 'https://cam.example.org',
    tls: { certPath: 'cert.pem', keyPath: 'key.pem' },
    defaultTier: 'TEAM',
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test.each([
  [{ PORT: '80a' }, /^PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: '65536' }, /^PORT must/],
  [{ PORT: '-1' }, /^PORT must/],
  [{ PUBLIC_URL: 'cam.example.org' }, /^PUBLIC_URL must be an http or https address/],
  [{ PUBLIC_URL: 'https://cam.example.org/path' }, /^PUBLIC_URL must/],
  [{ PUBLIC_URL: 'ftp://cam.example.org' }, /^PUBLIC_URL must/],
  [{ TLS_CERT: 'cert.pem' }, /^TLS_CERT and TLS_KEY must be set together/],
  [{ TLS_KEY: 'key.pem' }, /^TLS_CERT and TLS_KEY must be set together/],
  [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must look like/],
  [{ DEFAULT_TIER: 'GOLD' }, /^DEFAULT_TIER must be FREE, BASIC, PRO or TEAM\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  [{ DATABASE_URL: 'postgres://x' }, /^DATABASE_URL is not supported by this version yet/],
  [{ S3_BUCKET: 'clips' }, /^S3_BUCKET is not supported by this version yet/],
  [{ TLS: 'self-signed' }, /^TLS is not supported by this version yet/],
])('%j ends with one clear sentence (design 7.9)', (environment, sentence) => {
  const result = readConfig(environment)
  expect(result).toEqual({ ok: false, problems: [expect.stringMatching(sentence)] })
})

test('reports all bad values at once (design 7.9)', () => {
  const result = readConfig({ PORT: 'x', DEFAULT_TIER: 'GOLD', S3_REGION: 'eu', TLS_KEY: 'k' })
  expect(!result.ok && result.problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'DEFAULT_TIER',
    'S3_REGION',
    'TLS_CERT',
  ])
})

test('names the variables that it does not use yet', () => {
  const result = readConfig({ LLM_MODEL: 'x', STRIPE_SECRET_KEY: 'y', WEBHOOK_HOSTS: 'z' })
  expect(result.ok && result.config.unusedVariables).toEqual(['LLM_MODEL', 'STRIPE_SECRET_KEY', 'WEBHOOK_HOSTS'])
})
