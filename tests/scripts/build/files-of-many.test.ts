import { expect, it } from 'vitest'
import { togetherBy } from '../../../scripts/build/files-of-many.mjs'

interface Given {
  readonly source?: string
  readonly imports?: readonly string[]
  readonly modules?: readonly string[]
  readonly isEntry?: boolean
}

const chunk = (fileName: string, { source, imports = [], modules = [`${fileName}.ts`], isEntry = false }: Given) => ({
  fileName,
  isEntry,
  isDynamicEntry: source !== undefined,
  facadeModuleId: source ?? null,
  imports: [...imports],
  moduleIds: source === undefined ? [...modules] : [source],
})
const guarded = (name: string, ...imports: string[]) =>
  chunk(name, { source: `/src/screens/${name}/index.tsx`, imports: ['page', 'signed-in', ...imports] })
const open = (name: string, ...imports: string[]) =>
  chunk(name, { source: `/src/screens/${name}/index.tsx`, imports: ['page', ...imports] })

const chunks = [
  chunk('page', { isEntry: true, imports: ['react'] }),
  chunk('react', {}),
  chunk('signed-in', { imports: ['page', 'stack', 'clock'], modules: ['/src/app/signed-in.ts'] }),
  chunk('clock', {}),
  chunk('stack', { imports: ['react'], modules: ['stack.js', 'box.js'] }),
  chunk('field', { imports: ['stack'] }),
  chunk('theme', {}),
  chunk('panel', { imports: ['theme', 'stack'] }),
  chunk('chart', { imports: ['panel'] }),
  open('login', 'field'),
  open('verify', 'theme'),
  guarded('cameras', 'panel', 'field'),
  guarded('videos', 'panel', 'field'),
  guarded('events', 'panel', 'chart'),
  guarded('billing', 'theme'),
]

it('puts together what half of the screens load, apart by what else loads it, and leaves the rest', () => {
  expect(Object.fromEntries(togetherBy(chunks))).toEqual({
    'stack.js': 'all-screens',
    'box.js': 'all-screens',
    'field.ts': 'all-screens',
    'theme.ts': 'screens-and-more',
    'panel.ts': 'screens',
  })
})

it('leaves out what the guard itself needs: a file of the screens imports the guard, which would import it', () => {
  expect(togetherBy(chunks).has('clock.ts')).toBe(false)
})

it('fails rather than to take every part for an open one', () => {
  expect(() => togetherBy(chunks.filter(({ fileName }) => fileName !== 'signed-in'))).toThrow('signed-in.ts')
})
