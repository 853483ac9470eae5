import { writeFileSync } from 'node:fs'
import { seededRandom } from '../../support/random'

const [WIDTH, HEIGHT, FPS] = [640, 360, 10]
const SIDE_PX = 120
const TOP_PX = 120

/** Y, U and V of a full red (BT.601). */
const red = [81, 90, 240] as const

/**
 * A camera's film as Y4M: a grey wall for some seconds, then a red square that goes to and fro at a known height, and all
 * over again.
 */
export function writeRedSquare(file: string, quietSec: number, movingSec: number): void {
  const random = seededRandom(7)
  const wall = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => 110 + ((i % 64) >> 3) * 3 + random.between(0, 10))
  const frames: Uint8Array[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FPS}:1 Ip A1:1 C420jpeg\n`)]
  for (let i = 0; i < (quietSec + movingSec) * FPS; i++) {
    const luma = wall.map((grey) => grey + random.between(0, 4))
    const chroma = [new Uint8Array((WIDTH * HEIGHT) / 4).fill(128), new Uint8Array((WIDTH * HEIGHT) / 4).fill(128)]
    const movedSec = i / FPS - quietSec
    if (movedSec >= 0) {
      const left = 2 * Math.round((WIDTH - SIDE_PX) * (0.25 - 0.25 * Math.cos(movedSec)))
      fill(luma, WIDTH, left, TOP_PX, SIDE_PX, red[0])
      for (const [k, plane] of chroma.entries()) {
        fill(plane, WIDTH / 2, left / 2, TOP_PX / 2, SIDE_PX / 2, red[k + 1] ?? 0)
      }
    }
    frames.push(Buffer.from('FRAME\n'), luma, ...chroma)
  }
  writeFileSync(file, Buffer.concat(frames))
}

/** Where the square stands, in shares of the picture's height. */
export const squareShares = { top: TOP_PX / HEIGHT, height: SIDE_PX / HEIGHT, width: SIDE_PX / WIDTH }

function fill(plane: Uint8Array, rowBytes: number, left: number, top: number, side: number, value: number): void {
  for (let y = top; y < top + side; y++) plane.fill(value, y * rowBytes + left, y * rowBytes + left + side)
}
