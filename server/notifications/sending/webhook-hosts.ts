import { isIP } from 'node:net'
import { type HostAndPort, hostText, parseHost, parseHosts } from '../../lib/host-names'
import type { PostTarget } from './guarded-post'
import { isPublicAddress } from './public-address'

/** One entry of WEBHOOK_HOSTS (ENV-13). */
export interface WebhookHost extends HostAndPort {
  /** A host that the hub's owner named: it may be plain http and have a private address (ENV-13). */
  readonly isRelay: boolean
}

/** Slack's and Discord's own hosts, which are public and speak https, listed or not. */
const PUBLIC_HOSTS = ['hooks.slack.com', 'discord.com', 'discordapp.com']

export const DEFAULT_WEBHOOK_HOSTS = PUBLIC_HOSTS.join(',')

/** Reads a list of `host` or `host:port`, separated by commas; null: it is none. */
export function parseWebhookHosts(list: string): WebhookHost[] | null {
  return parseHosts(list, parseEntry)
}

function parseEntry(entry: string): WebhookHost | null {
  const host = parseHost(entry)
  if (host === null) return null
  const { hostname, port } = host
  return { hostname, port, isRelay: !PUBLIC_HOSTS.includes(hostname) }
}

export type WebhookCheck =
  | { readonly ok: true; readonly target: PostTarget }
  | { readonly ok: false; readonly problem: string }

const MAX_URL_LENGTH = 2000
/** Nothing that parsers read differently: no blanks, no control characters, no backslashes. */
const PLAIN_URL = /^https?:\/\/[^\s\\\p{Cc}]+$/iu

/** Judges a webhook's URL by the list alone; what its name leads to is judged when it is called. */
export function checkWebhookUrl(text: string, hosts: readonly WebhookHost[]): WebhookCheck {
  const read = readUrl(text, hosts)
  if (!read.ok) return read
  const { target, isListed } = read
  if (!isListed) return refused(`Webhooks may go only to ${hosts.map(hostText).join(', ')}.`)
  if (!target.isSecure && !target.isRelay) return refused('A webhook URL begins with https://.')
  return { ok: true, target }
}

/**
 * The same for programs of the workspace's own: any public address over https, and what the hub's owner listed, which may
 * be private and plain http. An address that is written out is judged at once, so that nobody waits for what cannot be.
 */
export function checkOpenUrl(text: string, hosts: readonly WebhookHost[]): WebhookCheck {
  const read = readUrl(text, hosts)
  if (!read.ok) return read
  const { target } = read
  if (target.isRelay) return { ok: true, target }
  const listing = `WEBHOOK_HOSTS=${target.hostname}${isOwnPort(target) ? '' : `:${target.port}`}`
  const literal = target.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal))
    return refused(
      `${target.hostname} is in a private network, where the hub calls nobody unless its operator allows it: ${listing}.`,
    )
  if (!target.isSecure)
    return refused(`Addresses begin with https://, unless the hub's operator allows this one: ${listing}.`)
  return { ok: true, target }
}

type ReadUrl =
  | Extract<WebhookCheck, { ok: false }>
  | (Extract<WebhookCheck, { ok: true }> & { readonly isListed: boolean })

function readUrl(text: string, hosts: readonly WebhookHost[]): ReadUrl {
  const trimmed = text.trim()
  if (trimmed.length > MAX_URL_LENGTH || !PLAIN_URL.test(trimmed) || !URL.canParse(trimmed))
    return refused('This is not a webhook URL. Paste it whole, as it was given to you, beginning with https://.')
  const url = new URL(trimmed)
  if (url.username !== '' || url.password !== '')
    return refused('A webhook URL has no user name and no password in it.')
  const isSecure = url.protocol === 'https:'
  const port = portOf(url)
  const listed = hosts.filter((host) => host.hostname === url.hostname && isPortOf(host, port, isSecure))
  const isRelay = listed.some((host) => host.isRelay)
  const target = { isSecure, hostname: url.hostname, port, path: url.pathname + url.search, isRelay }
  return { ok: true, target, isListed: listed.length > 0 }
}

function isOwnPort({ port, isSecure }: PostTarget): boolean {
  return port === (isSecure ? 443 : 80)
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function isPortOf(host: WebhookHost, port: number, isSecure: boolean): boolean {
  return port === (host.port ?? (isSecure ? 443 : 80))
}

function refused(problem: string): Extract<WebhookCheck, { ok: false }> {
  return { ok: false, problem }
}
