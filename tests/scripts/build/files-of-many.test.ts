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
const late = (source: string, ...imports: string[]) => chunk(source, { source, imports: ['page', ...imports] })
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
  guarded('modes'),
  guarded('sharing'),
]

it('puts together what a third of the screens load, apart by what else loads it, and leaves the rest', () => {
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

const dialogs = ['/src/a.tsx', '/src/b.tsx', '/src/c.tsx']
const withLateParts = [
  ...chunks,
  chunk('layer', {}),
  chunk('line', {}),
  chunk('modal', {}),
  chunk('pair', {}),
  chunk('presence', {}),
  chunk('bar', {}),
  chunk('acts', {}),
  guarded('live', 'presence', 'bar', 'acts'),
  late('/src/state/live/live-cameras.ts', 'signed-in', 'acts'),
  late('/src/app/notices.tsx', 'layer'),
  late('/src/state/live/live-line.ts', 'signed-in', 'line', 'presence'),
  ...dialogs.map((source) => late(source, 'signed-in', 'layer', 'modal')),
  late('/src/d.tsx', 'signed-in', 'pair', 'bar'),
  late('/src/e.tsx', 'signed-in', 'pair'),
]
const placesOf = (...modules: string[]) => {
  const found = togetherBy(withLateParts)
  return modules.map((module) => found.get(module))
}

it('puts together what comes behind every screen, apart from what needs the guard', () => {
  expect(placesOf('/src/app/notices.tsx', 'layer.ts')).toEqual(['behind-all-screens', 'behind-all-screens'])
  expect(placesOf('/src/state/live/live-line.ts', 'line.ts')).toEqual(['behind-screens', 'behind-screens'])
})

it('puts what many late parts share with it, neither those parts nor what two share', () => {
  expect(placesOf('modal.ts', ...dialogs, 'pair.ts')).toEqual([
    'behind-screens',
    ...dialogs.map(() => undefined),
    undefined,
  ])
})

it('puts together what one screen shares with late parts, but not with those of every screen or of a camera', () => {
  expect(placesOf('bar.ts', 'presence.ts', 'acts.ts')).toEqual(['live-and-more', undefined, undefined])
})
