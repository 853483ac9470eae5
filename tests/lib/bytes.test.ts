import { describe, expect, it } from 'vitest'
import { formatBytes, formatMegabytes } from '../../src/lib/bytes'

const KB = 1024
const MB = KB ** 2
const GB = KB ** 3
const TB = KB ** 4

describe('a file size', () => {
  it("is '0 Bytes' for zero (FMT-02)", () => {
    expect(formatBytes(0)).toBe('0 Bytes')
  })

  it.each([
    [0.5, '0.50 Bytes'],
    [1, '1.00 Bytes'],
    [512, '512.00 Bytes'],
    [1_023, '1023.00 Bytes'],
    [KB, '1.00 KB'],
    [1_536, '1.50 KB'],
    [1_234, '1.21 KB'],
    [MB - KB, '1023.00 KB'],
    [MB - 6, '1023.99 KB'],
    [MB - 1, '1.00 MB'],
    [GB - 1, '1.00 GB'],
    [TB - 1, '1.00 TB'],
    [MB, '1.00 MB'],
    [1.37 * GB, '1.37 GB'],
    [GB - MB, '1023.00 MB'],
    [GB, '1.00 GB'],
    [TB - GB, '1023.00 GB'],
    [TB, '1.00 TB'],
    [2.25 * TB, '2.25 TB'],
  ])('of %d bytes is %s: two decimals, base 1024 (FMT-01, X-20)', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it('beyond terabytes stays in TB (X-20)', () => {
    expect(formatBytes(5_000 * TB)).toBe('5000.00 TB')
  })

  it('that is no size shows as none', () => {
    expect([formatBytes(-1), formatBytes(Number.NaN)]).toEqual(['0 Bytes', '0 Bytes'])
  })
})

describe('megabytes', () => {
  it("are '0 MB' for zero (FMT-03)", () => {
    expect(formatMegabytes(0)).toBe('0 MB')
    expect(formatMegabytes(Number.NaN)).toBe('0 MB')
  })

  it.each([
    [200 * MB, '200.00 MB'],
    [1.5 * MB, '1.50 MB'],
    [5 * GB, '5120.00 MB'],
    [1, '0.00 MB'],
  ])('of %d bytes are %s: two decimals (FMT-03, X-21)', (bytes, text) => {
    expect(formatMegabytes(bytes)).toBe(text)
  })
})
