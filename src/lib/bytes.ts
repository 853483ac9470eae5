const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const
const BASE = 1024

/** File size with two decimals, base 1024; '0 Bytes' for zero (FMT-01; X-20: two decimals always but for zero). */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return '0 Bytes'
  // By what is written: 1,048,575 bytes would round to '1024.00 KB'.
  const power = UNITS.findIndex((_, candidate) => Number((bytes / BASE ** candidate).toFixed(2)) < BASE)
  const shown = power === -1 ? UNITS.length - 1 : power
  return `${(bytes / BASE ** shown).toFixed(2)} ${UNITS[shown] ?? 'Bytes'}`
}

/** Bytes as megabytes with two decimals; '0 MB' for zero (FMT-03, X-21). */
export function formatMegabytes(bytes: number): string {
  return bytes > 0 ? `${(bytes / BASE ** 2).toFixed(2)} MB` : '0 MB'
}
