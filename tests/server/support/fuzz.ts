import type { InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '../../../src/contract/call'
import { calls } from '../../../src/contract/calls'
import type { Random } from '../../support/random'
import { FORM_TYPE, formOf, jpeg, type Part, webm } from './forms'
import type { SignedInUser } from './hub'

/** What makes some of the requests reach data. */
export interface FuzzWorld {
  readonly user: SignedInUser
  readonly ids: Readonly<Record<string, string>>
  /** Path and query of a signed link. */
  readonly link: string
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
const every: Call[] = Object.values(calls).flatMap((group) => Object.values<Call>(group))

/** Values that programs trip over. */
const NASTY: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  "' or 1=1 --",
  '%00',
  '%',
  '<script>',
  'x'.repeat(5000),
  '😀'.repeat(300),
  '1e999',
  'NaN',
  '9'.repeat(400),
  '2026-02-30T25:61:00Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  [],
  [[]],
  {},
  { a: 1 },
  ['x', 1, null],
  { __proto__: 'x', constructor: 'y' },
]

const nastyOf = (random: Random): Json => NASTY[random.between(0, NASTY.length - 1)] ?? null
const chance = (random: Random, percent: number): boolean => random.between(1, 100) <= percent

/** One request: mostly nearly right, so that it gets past the first check. */
export function fuzzedRequest(
  random: Random,
  routes: readonly { method: string; url: string }[],
  world: FuzzWorld,
): InjectOptions {
  const route = routes[random.between(0, routes.length - 1)] ?? { method: 'GET', url: '/' }
  const call = every.find(({ method, path }) => method === route.method && `/v1${path}` === route.url)
  const method = METHODS.find((name) => name === route.method && chance(random, 92)) ?? random.pick(...METHODS)
  const body = call === undefined ? anyBody(random) : bodyFor(random, call, world)
  return {
    method,
    url: urlOf(random, route.url, call, world),
    headers: { ...headersOf(random, world), ...body.headers },
    remoteAddress: `127.0.${random.between(0, 99)}.1`,
    ...(body.payload !== undefined && method !== 'GET' && method !== 'HEAD' && { payload: body.payload }),
  }
}

function urlOf(random: Random, pattern: string, call: Call | undefined, world: FuzzWorld): string {
  if (pattern === '/media/*' && chance(random, 60)) return mutatedText(random, world.link)
  const path = pattern.replaceAll(/:(\w+)|\*/g, (_all, name: string | undefined) => {
    const id = world.ids[name ?? ''] ?? 'x'
    return encoded(chance(random, 70) ? id : String(JSON.stringify(nastyOf(random))))
  })
  const names = call?.query === undefined ? ['page'] : Object.keys(propertiesOf(call.query))
  const query = names
    .filter(() => chance(random, 50))
    .map((name) => `${name}=${encoded(chance(random, 50) ? String(random.between(0, 5)) : textOf(nastyOf(random)))}`)
  const url = query.length === 0 ? path : `${path}?${query.join('&')}`
  return chance(random, 5) ? mutatedText(random, url) : url
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** A lone half of a pair cannot be written into an address. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

function mutatedText(random: Random, text: string): string {
  const at = random.between(1, text.length)
  return (
    text.slice(0, at) + random.pick('', '%', '/', '..', '%2e', '?', 'A', '%ff') + text.slice(at + random.between(0, 3))
  )
}

function headersOf(random: Random, { user }: FuzzWorld): Record<string, string> {
  const headers: Record<string, string> = {}
  if (chance(random, 85)) headers['authorization'] = user.headers.authorization
  else if (chance(random, 50)) headers['authorization'] = random.pick('Bearer', 'Bearer x.y.z', 'Basic YTpi', ' ')
  if (chance(random, 60)) headers['x-workspace-id'] = user.workspaceId
  else if (chance(random, 20)) headers['x-workspace-id'] = random.pick('x', '%00', 'a'.repeat(8000), '😀')
  if (chance(random, 10)) headers['range'] = random.pick('bytes=0-', 'bytes=9-1', 'bytes=-', 'bytes=0-0,1-1', 'x=1')
  if (chance(random, 5)) headers['accept'] = random.pick('text/html', '*/*;q=x', '')
  if (chance(random, 3)) headers['content-length'] = random.pick('-1', '99999999999', '5')
  if (chance(random, 3)) headers['x-forwarded-for'] = random.pick('unknown', '::1', '1.2.3.4, x')
  return headers
}

interface Body {
  readonly payload?: string | Buffer
  readonly headers: Record<string, string>
}

function bodyFor(random: Random, call: Call, world: FuzzWorld): Body {
  if (chance(random, 8)) return anyBody(random)
  if (call.form !== undefined) return formFor(random, call.form.file, objectFor(random, call.form.fields, world))
  if (call.body === undefined) return { headers: {} }
  return json(random, JSON.stringify(objectFor(random, call.body, world)))
}

function anyBody(random: Random): Body {
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"a":1}',
    '['.repeat(20_000),
    '{"__proto__":{"x":1}}',
    '\ufeff{}',
    '{"a":1}}',
  ]
  return json(random, random.pick('{}', ...texts))
}

function json(random: Random, text: string): Body {
  const types = ['text/plain', 'application/xml', 'application/json; charset=utf-7', 'multipart/form-data', '']
  const type = chance(random, 92) ? 'application/json' : random.pick('x/y', ...types)
  return { payload: chance(random, 8) ? mutatedText(random, `${text} `) : text, headers: { 'content-type': type } }
}

function formFor(random: Random, file: string, fields: Record<string, Json>): Body {
  const bytes = random.pick(
    webm(random.between(4, 3000)),
    jpeg(random.between(4, 3000)),
    Buffer.alloc(0),
    Buffer.from('x'),
  )
  const size = chance(random, 70) ? String(bytes.length) : textOf(fields['size'] ?? '')
  const texts = Object.entries({ ...fields, size }).map(([name, value]) => ({ name, value: textOf(value) }))
  const name = chance(random, 90) ? file : 'other'
  const type = random.pick('video/webm', 'image/jpeg', '')
  const parts: Part[] = [...texts, { name, fileName: random.pick('blob', '../x', '', '\u0000'), type, bytes }]
  const whole = formOf(chance(random, 10) ? [...parts, ...parts] : parts)
  const cut = chance(random, 25) ? whole.subarray(0, random.between(0, whole.length)) : whole
  const content = chance(random, 95) ? FORM_TYPE : random.pick('multipart/form-data', 'multipart/form-data; boundary=')
  return { payload: cut, headers: { 'content-type': content } }
}

/** Valid by the contract, and then mostly with one field of it changed, left out or added. */
function objectFor(random: Random, schema: z.ZodMiniType, world: FuzzWorld): Record<string, Json> {
  const properties = propertiesOf(schema)
  const entries = Object.entries(properties).map(([name, property]) => [name, validFor(random, name, property, world)])
  const object: Record<string, Json> = Object.fromEntries(entries)
  const names = Object.keys(properties)
  const name = names[random.between(0, names.length - 1)]
  if (name === undefined || chance(random, 30)) return object
  if (chance(random, 20)) delete object[name]
  else object[name] = nastyOf(random)
  return object
}

interface Property {
  readonly type?: string
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Property[]
}

function propertiesOf(schema: z.ZodMiniType): Readonly<Record<string, Property>> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (described.properties ?? {}) as Readonly<Record<string, Property>>
}

const known: Readonly<Record<string, Json>> = {
  email: 'fuzz@example.org',
  otp: '123456',
  connectionValue: 'fuzz@example.org',
  notifyEmail: 'fuzz@example.org',
  hasAudio: 'false',
  startedAt: '2026-03-10T11:59:00.000Z',
  alertId: '00000000-0000-4000-8000-0000000000a1',
  occurredAt: '2026-03-10T11:59:00.000Z',
  returnUrl: 'http://localhost/billing',
}

function validFor(random: Random, name: string, property: Property, world: FuzzWorld): Json {
  const value = world.ids[name] ?? known[name]
  if (value !== undefined) return value
  const [first] = property.anyOf ?? []
  if (first !== undefined) return validFor(random, name, first, world)
  if (property.enum !== undefined) return property.enum[random.between(0, property.enum.length - 1)] ?? null
  switch (property.type) {
    case 'boolean':
      return chance(random, 50)
    case 'number':
    case 'integer':
      return random.between(0, 100)
    case 'string':
      return `text ${random.between(0, 9)}`
    default:
      return null
  }
}
