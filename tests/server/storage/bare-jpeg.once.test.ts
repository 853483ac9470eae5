import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bareJpeg } from '../../../server/storage/bare-jpeg'
import { drawnJpeg, jpegFacts } from '../support/vision/jpegs'

test('what is no picture is taken out of a JPEG, the picture stays as it was (VIS-04)', () => {
  const plain = drawnJpeg({ width: 300, height: 200 })
  const bare = bareJpeg(drawnJpeg({ width: 300, height: 200, secrets: ['Exif', 'where and when', 'thumbnail'] }))
  expect(bare).toMatchObject({ width: 300, height: 200 })
  expect(jpegFacts(bare?.bytes ?? Buffer.alloc(0)).parts).toEqual(['db', 'c0', 'c4', 'da'])
  const scan = (jpeg: Buffer | undefined) => jpeg?.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])))
  expect(scan(bare?.bytes)).toEqual(scan(plain))
  expect(bareJpeg(bare?.bytes ?? Buffer.alloc(0))?.bytes).toEqual(bare?.bytes)
})

test('a JPEG of a real encoder keeps its size', () => {
  const screens = readFileSync('docs/pictures/screens.jpg')
  const bare = bareJpeg(screens)
  expect(bare?.width).toBeGreaterThan(500)
  expect(bare?.bytes.length).toBeGreaterThan(screens.length * 0.9)
})

test('what is cut off, or no JPEG, is none (VIS-04)', () => {
  const whole = drawnJpeg()
  for (const length of [0, 1, 2, 3, 5, 20, 60, 100, whole.length - 1])
    expect(bareJpeg(whole.subarray(0, length))).toBeNull()
  expect(bareJpeg(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
  expect(bareJpeg(Buffer.alloc(5000, 0xff))).toBeNull()
  expect(bareJpeg(drawnJpeg({ width: 0 }))).toBeNull()
})
