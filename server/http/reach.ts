import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpConfig } from './http-config'
import type { Lan } from './lan'
import { type OriginSources, originOf } from './origin'
import type { OwnCertificate } from './own-certificate'
import { lanAddresses, listenedAddresses } from './self-signed'

/** How other devices of the network get to this hub. */
export interface Reach {
  /** Where they open it now, over https with the hub's own certificate, the likeliest first. */
  origins(): string[]
  /** Where it listens for this machine: where PORT is 0, the system has chosen it. */
  port(): number
  /** SHA-256 of that certificate as browsers show it; null: the hub made none. */
  fingerprint(): string | null
  /** PEM of the authority that signed it; null: the hub made none. */
  authority(): string | null
  /** Whether it listens for them at all. */
  readonly isOpen: boolean
}

type ReachConfig = Pick<HttpConfig, 'tls' | 'host' | 'port' | 'lanAddresses'>

export function reachOf(
  fastify: FastifyInstance,
  config: ReachConfig,
  certificate: OwnCertificate | null,
  lan: Lan | null,
): Reach {
  const place = (): { readonly host: string; readonly port: number } | null => {
    if (lan !== null) return { host: '::', port: lan.port }
    return config.tls?.kind === 'self-signed' ? { host: config.host, port: portOf(fastify, config.port) } : null
  }
  const origins = () => {
    const at = place()
    if (at === null) return []
    const here = config.lanAddresses.length > 0 ? config.lanAddresses : lanAddresses()
    return listenedAddresses(at.host, here).map((address) => originAt(address, at.port))
  }
  return {
    origins,
    port: () => portOf(fastify, config.port),
    fingerprint: () => certificate?.fingerprint ?? null,
    authority: () => certificate?.current.authority ?? null,
    isOpen: place() !== null && listenedAddresses(place()?.host ?? '', ['127.0.0.1']).length > 0,
  }
}

/**
 * Where somebody on another device opens the hub: PUBLIC_URL or the address that the asker uses, if that is one of a
 * network over https, else the machine's own in the local network; null: nowhere.
 */
export function originForOthers(
  services: OriginSources & { readonly reach: Pick<Reach, 'origins'> },
  request: FastifyRequest,
): string | null {
  const asked = originOf(services, request)
  return isForOthers(asked) ? asked : (services.reach.origins()[0] ?? null)
}

/**
 * How links begin in mails and messages that nobody asks for in the page where they read them: PUBLIC_URL, else the address
 * in the local network, as most are read on telephones, where localhost is nobody's hub. Not what a request says of
 * itself: whoever sends that would choose where the reader is led.
 */
export function originInMails({ config, reach }: MailOriginSources): string {
  const { publicOrigin, tls } = config
  return publicOrigin ?? reach.origins()[0] ?? `${tls === null ? 'http' : 'https'}://localhost:${reach.port()}`
}

export interface MailOriginSources {
  readonly config: Pick<HttpConfig, 'publicOrigin' | 'tls'>
  readonly reach: Pick<Reach, 'origins' | 'port'>
}

function isForOthers(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' && !isThisMachine(hostname)
}

/** Whether a host name means the machine that asks, whichever that is. */
export function isThisMachine(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIPv4(hostname) && (hostname.startsWith('127.') || hostname === '0.0.0.0')
}

/** https at an address of this machine. */
export function originAt(address: string, port: number): string {
  return `https://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

function portOf({ server }: FastifyInstance, wanted: number): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : wanted
}
