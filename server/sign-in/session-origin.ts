import type { FastifyRequest } from 'fastify'
import type { SessionStart } from '../../src/contract/sign-in/sessions'
import { deviceWords } from '../../src/lib/device-words'
import { networkOf } from './network-of'

/** What a session says of the device that it began on: for its owner to know it again. */
export interface SessionOrigin {
  /** In words, such as "Chrome on Windows". */
  readonly device: string
  /** As networkOf has it. */
  readonly network: string
  readonly startedBy: SessionStart
}

/** The browser's headers are believed: whoever writes them describes the own device to nobody but themselves. */
export function sessionOriginOf({ headers, ip }: FastifyRequest, startedBy: SessionStart): SessionOrigin {
  const device = deviceWords({
    userAgent: headers['user-agent'] ?? '',
    brands: textOf(headers['sec-ch-ua']),
    platform: textOf(headers['sec-ch-ua-platform']),
  })
  return { device, network: networkOf(ip), startedBy }
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
