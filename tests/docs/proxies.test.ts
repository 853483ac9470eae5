import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CLIP_BYTES } from '../../src/contract/limits'
import { LIVE_PING_INTERVAL_MS } from '../../src/contract/live/live'
import { startTestHub, type TestHub } from '../server/support/hub'

const root = resolve(import.meta.dirname, '..', '..')
const MEGABYTE = 1024 ** 2
/** The times of a camera's clip, its thumbnail and what was seen, beside the film. */
const FIELDS_BYTES = MEGABYTE

const [, recipe = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ?? []
const settings = new Map(
  [...recipe.matchAll(/^\s*(\w+) ([^;{]+);$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const headers = new Map(
  [...recipe.matchAll(/^\s*proxy_set_header (\S+) (\S+);$/gm)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value,
  ]),
)

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
})
afterAll(() => hub.close())

/** What reaches the hub of a request: the recipe's headers take the place of those that the client sent. */
function throughNginx(sent: Record<string, string>): Record<string, string> {
  const values: Record<string, string> = { $host: 'localhost', $remote_addr: '203.0.113.7', $scheme: 'https' }
  const set = [...headers].map(([name, value]) => [name, value.startsWith('$') ? (values[value] ?? '') : value])
  return Object.fromEntries([...Object.entries(sent), ...set].filter(([, value]) => value !== ''))
}

describe('the recipe for nginx in docs/operations.md (OPS-15)', () => {
  it('lets the largest clip through', () => {
    const [, megabytes = '0'] = /^(\d+)m$/.exec(settings.get('client_max_body_size') ?? '') ?? []
    expect(Number(megabytes) * MEGABYTE).toBeGreaterThan(MAX_CLIP_BYTES + FIELDS_BYTES)
  })

  it('says itself who asks, whatever a client claims', () => {
    expect(headers.get('x-forwarded-for')).toBe('$remote_addr')
    expect(throughNginx({ 'x-forwarded-for': '192.0.2.1' })['x-forwarded-for']).toBe('203.0.113.7')
    // Addresses that the hub reads from a request must not be a client's word either.
    expect([...headers.keys()]).toEqual(expect.arrayContaining(['host', 'x-forwarded-host', 'x-forwarded-proto']))
  })

  it('keeps the figures to the machine itself (OPS-01)', async () => {
    const scrape = (sent: Record<string, string>) => hub.fastify.inject({ url: '/metrics', headers: sent })
    expect((await scrape({ host: 'localhost' })).statusCode).toBe(200)
    expect((await scrape(throughNginx({ host: 'localhost' }))).statusCode).toBe(404)
  })

  it('lets live view through', () => {
    expect(headers.get('upgrade')).toBe('$http_upgrade')
    expect(headers.get('connection')).toBe('upgrade')
    expect(settings.get('proxy_http_version')).toBe('1.1')
    expect(Number.parseInt(settings.get('proxy_read_timeout') ?? '', 10)).toBeGreaterThan(LIVE_PING_INTERVAL_MS / 1000)
  })
})
