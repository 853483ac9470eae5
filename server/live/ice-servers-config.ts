import * as z from 'zod/mini'
import type { IceServer } from '../../src/contract/live/live'

export const iceServersVariables = {
  ICE_SERVERS: z.optional(z.string()),
}
const schema = z.object(iceServersVariables)
export type IceServersVariables = z.infer<typeof schema>

const SHAPES = 'stun:host:port, turn:user:pass@host:port or turns:user:pass@host:port'

/** What the browsers of cameras and viewers are told of STUN and TURN (ENV-15). */
export function iceServersOf({ ICE_SERVERS }: IceServersVariables): readonly IceServer[] {
  return entriesOf(ICE_SERVERS).flatMap((entry) => serverOf(entry) ?? [])
}

/** A sentence for each entry that cannot be read, by its place: it may hold a password. */
export function iceServersProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  return entriesOf(set['ICE_SERVERS']).flatMap((entry, index) =>
    serverOf(entry) === null ? [`ICE_SERVERS must be ${SHAPES}, separated by commas: entry ${index + 1} is not.`] : [],
  )
}

function entriesOf(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',').map((entry) => entry.trim())
}

/** null: neither STUN nor TURN. */
function serverOf(entry: string): IceServer | null {
  const [, kind, userInfo, host, port, transport = ''] =
    /^(stuns?|turns?):(?:(.*)@)?([\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?(\?transport=(?:udp|tcp))?$/.exec(entry) ?? []
  if (kind === undefined || host === undefined || Number(port ?? 1) > 65_535 || port === '0') return null
  const urls = `${kind}:${host}${port === undefined ? '' : `:${port}`}${transport}`
  if (kind.startsWith('stun')) return userInfo === undefined && transport === '' ? { urls } : null
  const [, user, pass] = /^([^:]+):(.+)$/.exec(userInfo ?? '') ?? []
  const [username, credential] = [decoded(user), decoded(pass)]
  return username === null || credential === null ? null : { urls, username, credential }
}

/** Commas and the like are written as in an address, %2C. */
function decoded(text: string | undefined): string | null {
  try {
    const plain = text === undefined ? null : decodeURIComponent(text)
    return plain === null || /\p{Cc}/u.test(plain) ? null : plain
  } catch {
    return null
  }
}
