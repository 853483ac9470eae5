import { isIP } from 'node:net'

const LABEL = '(?!-)[a-z0-9_-]{1,63}(?<!-)'
/** As DNS has it, with or without the dot of its root. */
const NAME = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*\.?$`)
/** URL would take out, decode or read as its own what else of ASCII there is. */
const PLAIN = /^(?:[\w.-]|\P{ASCII})+$/u

/** Reads an address, of IPv6 without brackets, or a name; null: it is neither, by its form alone. Nothing is looked up. */
export function hostOf(text: string): string | null {
  return isIP(text) === 0 ? nameOf(text) : text
}

export interface HostAndPort {
  /** An IPv6 address has its brackets. */
  readonly hostname: string
  /** null: the scheme's own port. */
  readonly port: number | null
}

/** Reads `host` or `host:port`; null: it is neither. */
export function parseHost(text: string): HostAndPort | null {
  const [, host = '', portText] = /^(\[[\da-f:.]+\]|[^:]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const hostname = host.startsWith('[') ? bracketedOf(host) : nameOf(host)
  const port = portText === undefined ? null : Number(portText)
  if (hostname === null || (port !== null && (port < 1 || port > 65_535))) return null
  return { hostname, port }
}

/** Reads a list, separated by commas; null: one of its entries is none. */
export function parseHosts<Host extends HostAndPort>(
  list: string,
  read: (entry: string) => Host | null,
): Host[] | null {
  const entries = list.split(',').map((entry) => read(entry.trim()))
  return entries.every((entry) => entry !== null) ? entries : null
}

/** As it stands in such a list. */
export function hostText({ hostname, port }: HostAndPort): string {
  return port === null ? hostname : `${hostname}:${port}`
}

/**
 * A name, or an address of IPv4, as it stands in an address: in small letters of ASCII. Quotes, stars and semicolons, which
 * files of variables leave in a value, would else be letters of a host, some of them also as other scripts write them.
 */
function nameOf(text: string): string | null {
  if (!PLAIN.test(text) || /\p{Quotation_Mark}/u.test(text) || !URL.canParse(`https://${text}/`)) return null
  const { hostname } = new URL(`https://${text}/`)
  if (!NAME.test(hostname)) return null
  // 192.168.1 would be read as 192.168.0.1, which nobody means.
  return isIP(hostname) === 0 || hostname === text ? hostname : null
}

function bracketedOf(host: string): string | null {
  return URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`).hostname : null
}
