/** An IPv4 address, or the half of an IPv6 address that belongs to one household. */
export function networkOf(said: string): string {
  const address = withoutPort(said)
  const isIpv6 = address.includes(':') && !address.includes('.')
  return isIpv6 ? expanded(address).slice(0, 4).join(':') : address.replace(/^::ffff:/i, '')
}

/** Some proxies write the port of the connection beside the address: each connection would be somebody else. */
function withoutPort(address: string): string {
  const [, ipv4, ipv6] = /^(?:([^:]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(address) ?? []
  return ipv4 ?? ipv6 ?? address
}

/** The eight groups of an IPv6 address. */
function expanded(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((group) => group.toLowerCase())
}
