import { describe, expect, it } from 'vitest'
import { budgetOf, budgetTable } from '../../../scripts/build/budget.mjs'

const manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  '_both.js': { file: 'both.js', imports: ['_react.js'] },
  '_signed-in.js': { file: 'signed-in.js', name: 'signed-in', imports: ['_react.js', '_both.js'] },
  'src/screens/login/index.tsx': { file: 'login.js', isDynamicEntry: true, imports: ['index.html'] },
  'src/screens/videos/index.tsx': { file: 'videos.js', isDynamicEntry: true, imports: ['_both.js', '_signed-in.js'] },
  'src/engine/transcode/core.ts': { file: 'core.js', isDynamicEntry: true },
}
const sizes: Record<string, number> = { 'index.js': 100, 'react.js': 20_000, 'both.js': 3, 'signed-in.js': 5 }
const sizeOf = (file: string) => sizes[file] ?? 1

describe('the budget of a build', () => {
  it('counts each file that a screen needs once: page, screen, and the signed-in part behind the guard', () => {
    const rows = budgetOf(manifest, sizeOf)
    expect(rows.map(({ screen, bytes }) => [screen, bytes])).toEqual([
      ['login', 20_101],
      ['videos', 20_109],
    ])
    expect(rows[1]?.files.toSorted()).toEqual(['both.js', 'index.js', 'react.js', 'signed-in.js', 'videos.js'])
  })

  it('says which screen needs too much', () => {
    const rows = budgetOf(manifest, (file) => (file === 'videos.js' ? 300_000 : sizeOf(file)))
    const lines = budgetTable(rows).split('\n')
    expect(lines.find((line) => line.includes('videos'))).toContain('too much')
    expect(lines.find((line) => line.includes('login'))).not.toContain('too much')
  })

  it('fails rather than to count nothing', () => {
    expect(() => budgetOf({ 'index.html': { file: 'index.js' } }, sizeOf)).toThrow('names no screen')
    const { '_signed-in.js': _, ...withoutFrame } = manifest
    expect(() => budgetOf(withoutFrame, sizeOf)).toThrow('lacks _signed-in.js')
    const alone = { ...manifest, 'src/screens/videos/index.tsx': { file: 'videos.js', isDynamicEntry: true } }
    expect(() => budgetOf(alone, sizeOf)).toThrow('videos does not import what signed-in people need')
  })
})
