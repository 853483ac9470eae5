import * as z from 'zod/mini'
import { MAX_ENDPOINT_LENGTH } from '../../../src/contract/notifications/push'
import { type HostAndPort, hostText, parseHost, parseHosts } from '../../lib/host-names'
import type { PostTarget } from '../sending/guarded-post'

/** One entry of PUSH_HOSTS (ENV-18). */
export interface PushHost extends HostAndPort {
  /** Any name below it, and not itself; the star and its dot are no part of the name. */
  readonly isBelow: boolean
  /** Named by the hub's owner: its address may be a private one. */
  readonly isOwn: boolean
}

/** The push services of Chrome and its kin, Firefox, Edge and Safari. */
const BROWSERS_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

const PUSH_HOSTS_SENTENCE =
  'PUSH_HOSTS must be hosts, host:port or *.host, separated by commas, such as fcm.googleapis.com,*.push.apple.com.'

export const pushVariables = {
  PUSH_HOSTS: z._default(
    z.string().check(z.refine((value) => parsePushHosts(value) !== null, { error: PUSH_HOSTS_SENTENCE })),
    BROWSERS_HOSTS.join(','),
  ),
}
const schema = z.object(pushVariables)

export function pushHostsOf({ PUSH_HOSTS }: z.infer<typeof schema>): readonly PushHost[] {
  return parsePushHosts(PUSH_HOSTS) ?? []
}

/** null: an entry is no host. */
export function parsePushHosts(list: string): PushHost[] | null {
  return parseHosts(list, parseEntry)
}

function parseEntry(entry: string): PushHost | null {
  const isBelow = entry.startsWith('*.')
  const host = parseHost(isBelow ? entry.slice(2) : entry)
  if (host === null) return null
  const { hostname, port } = host
  const isOwn = port !== null || !BROWSERS_HOSTS.includes(isBelow ? `*.${hostname}` : hostname)
  return { hostname, isBelow, port, isOwn }
}

export type EndpointCheck =
  | { readonly ok: true; readonly target: PostTarget; readonly origin: string }
  | { readonly ok: false; readonly problem: string }

/** Nothing that parsers read differently: letters of ASCII alone, no blanks, no control characters, no backslashes. */
const PLAIN_URL = /^https:\/\/[!#-[\]-~]+$/i
const NAME_BELOW = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

/** Judges an endpoint by the list alone; what its name leads to is judged when it is called. */
export function checkEndpoint(endpoint: string, hosts: readonly PushHost[]): EndpointCheck {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !PLAIN_URL.test(endpoint) || !URL.canParse(endpoint))
    return refused('This is no address of a push service: it begins with https://, as the browser gives it.')
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '' || endpoint.includes('@'))
    return refused('The address of a push service has no user name and no password in it.')
  const port = url.port === '' ? 443 : Number(url.port)
  const listed = hosts.filter((host) => isNamed(host, url.hostname) && port === (host.port ?? 443))
  if (listed.length === 0) {
    const all = hosts.map(nameOf).join(', ')
    return refused(`This hub sends pushes only to ${all}. Whoever runs it can name others in PUSH_HOSTS.`)
  }
  const isRelay = listed.some(({ isOwn }) => isOwn)
  const target = { isSecure: true, hostname: url.hostname, port, path: url.pathname + url.search, isRelay }
  return { ok: true, target, origin: url.origin }
}

function isNamed({ hostname, isBelow }: PushHost, asked: string): boolean {
  if (!isBelow) return asked === hostname
  const end = `.${hostname}`
  return asked.endsWith(end) && NAME_BELOW.test(asked.slice(0, -end.length))
}

function nameOf(host: PushHost): string {
  return `${host.isBelow ? '*.' : ''}${hostText(host)}`
}

function refused(problem: string): EndpointCheck {
  return { ok: false, problem }
}
