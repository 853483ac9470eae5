import { describe, expect, it } from 'vitest'
import { gatherScene } from '../../src/engine/motion/gather-scene'
import { ensureMemory } from '../../src/engine/motion/kernels'
import { SCENE_CELLS, SCENE_COLUMNS, SCENE_ROWS } from '../../src/engine/tampering/scene'
import { kernelBuilds, loadBuild } from '../support/kernels/kernels'
import { type Levels, referenceScene } from '../support/kernels/reference-kernels'
import { type Random, seededRandom } from '../support/random'

const RANDOM_TABLES = 300
const STATE = 0x10000
const TABLE = 0x80000
/** Stands around the table: what lies beyond it must not matter. */
const BEYOND = 0xff
const WHITE = 255
/** Tables that fill no vector, and the smallest and the largest there are. */
const awkwardSizes = [
  [32, 18],
  [33, 19],
  [63, 35],
  [80, 45],
  [135, 240],
  [160, 96],
  [255, 18],
  [256, 576],
] as const

describe.each(kernelBuilds)('the scene that the %s build gathers', async (build) => {
  const loaded = await loadBuild(build)
  const { kernels, memory } = loaded
  ensureMemory(memory, TABLE + 2 * 264 * 576 + 64)

  const gathered = ({ levels, unit, columns, rows, rowEntries }: Levels) => {
    const bytes = new Uint8Array(levels.buffer, levels.byteOffset, levels.byteLength)
    const all = new Uint8Array(memory.buffer)
    all.fill(BEYOND, TABLE - 64)
    all.set(bytes, TABLE)
    return gatherScene(loaded, STATE, { address: TABLE, levelBytes: unit === 1 ? 2 : 1, columns, rows, rowEntries })
  }

  const expectAsReference = (table: Levels, what: string) => {
    const [got, expected] = [gathered(table), referenceScene(table)]
    if (got === null) return expect.fail(`${what}: there is none`)
    const wrong = expected.findIndex((level, cell) => got[cell] !== level)
    expect(wrong === -1 ? null : `cell ${wrong} is ${got[wrong]}, not ${expected[wrong]}`, what).toBeNull()
  }

  it('is as the reference says, of random tables of both kinds', () => {
    const random = seededRandom(7)
    for (let i = 0; i < RANDOM_TABLES; i++) {
      const [columns, rows] = [random.between(32, 160), random.between(18, 160)]
      const table = randomTable(random, columns, rows, random.pick(1, 64))
      expectAsReference(table, `table ${i}: ${columns} x ${rows}, unit ${table.unit}`)
    }
  })

  it.each(awkwardSizes)('is as the reference says, of %i x %i levels, random and white', (columns, rows) => {
    for (const unit of [1, 64] as const) {
      expectAsReference(randomTable(seededRandom(columns), columns, rows, unit), `random, unit ${unit}`)
      const table = randomTable(seededRandom(columns), columns, rows, unit)
      table.levels.fill(unit === 1 ? WHITE * 64 : WHITE)
      expectAsReference(table, `white, unit ${unit}`)
      expect(gathered(table)?.every((level) => level === WHITE * 64)).toBe(true)
    }
  })

  it('writes nothing but itself and its scratch, within the blocks of its slot', () => {
    const table = randomTable(seededRandom(3), 256, 576, 1)
    gathered(table)
    const before = new Uint8Array(memory.buffer).slice()
    gathered({ ...table, levels: table.levels.map((level) => 255 * 64 - level) })
    const after = new Uint8Array(memory.buffer)
    const isWritten = (i: number) => before[i] !== after[i]
    const tableBytes = table.levels.byteLength
    const written = [...after.keys()].filter((i) => isWritten(i) && (i < TABLE || i >= TABLE + tableBytes))
    expect(written.length).toBeGreaterThan(SCENE_CELLS)
    expect(written[0]).toBeGreaterThanOrEqual(STATE + kernels.SCENE.value)
    expect(written.at(-1)).toBeLessThan(STATE + kernels.BLOCKS_BYTES.value)
  })

  it('has the cells that the sense of tampering expects', () => {
    expect([kernels.SCENE_COLUMNS.value, kernels.SCENE_ROWS.value]).toEqual([SCENE_COLUMNS, SCENE_ROWS])
  })

  it.each([
    [31, 18],
    [32, 17],
    [257, 45],
    [80, 577],
  ])('is not there for %i x %i levels', (columns, rows) => {
    expect(gathered(randomTable(seededRandom(1), columns, rows, 64))).toBeNull()
  })
})

function randomTable(random: Random, columns: number, rows: number, unit: 1 | 64): Levels {
  const rowEntries = unit === 64 ? columns : Math.ceil((columns + 1) / 8) * 8
  const count = rowEntries * rows
  const levels =
    unit === 64
      ? Uint8Array.from(random.bytes(count))
      : Uint16Array.from({ length: count }, () => random.between(0, WHITE * 64))
  return { levels, unit, columns, rows, rowEntries }
}
