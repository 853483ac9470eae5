const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const
const BASE = 1024

/** File size with two decimals, base 1024; '0 Bytes' for zero (spec 9; X-20: two decimals always but for zero). */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return '0 Bytes'
  const power = Math.max(0, Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(BASE))))
  return `${(bytes / BASE ** power).toFixed(2)} ${UNITS[power] ?? 'Bytes'}`
}

/** Bytes as megabytes with two decimals; '0 MB' for zero (spec 9, X-21). */
export function formatMegabytes(bytes: number): string {
  return bytes > 0 ? `${(bytes / BASE ** 2).toFixed(2)} MB` : '0 MB'
}
