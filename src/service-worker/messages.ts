/** What pages and the worker that keeps them say to each other. Both may be of different versions. */

/** A page shows. */
export interface Started {
  readonly kind: 'started'
  readonly version: string
}

/** The version that the next page would get. */
export interface Next {
  readonly kind: 'next'
  readonly version: string
}

export function readStarted(message: unknown): Started | null {
  const version = versionIn(message, 'started')
  return version === null ? null : { kind: 'started', version }
}

export function readNext(message: unknown): Next | null {
  const version = versionIn(message, 'next')
  return version === null ? null : { kind: 'next', version }
}

function versionIn(message: unknown, kind: string): string | null {
  if (typeof message !== 'object' || message === null || !('kind' in message) || !('version' in message)) return null
  return message.kind === kind && typeof message.version === 'string' ? message.version : null
}
