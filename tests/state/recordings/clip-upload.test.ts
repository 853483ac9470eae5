import { describe, expect, it } from 'vitest'
import { blobToBase64 } from '../../../src/state/recordings/clip-upload'
import { seededRandom } from '../../support/random'

describe('base64 of a blob', () => {
  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foobar', 'Zm9vYmFy'],
  ])('of %j is %j (RFC 4648, 10)', async (text, base64) => {
    expect(await blobToBase64(new Blob([text]))).toBe(base64)
  })

  it('keeps every byte of a picture of 300,000', async () => {
    const bytes = seededRandom(1).bytes(300_000)
    const base64 = await blobToBase64(new Blob([bytes]))
    expect(Buffer.compare(Buffer.from(base64, 'base64'), bytes)).toBe(0)
  })
})
