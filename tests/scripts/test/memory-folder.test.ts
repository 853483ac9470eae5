import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepTemporaryFilesInMemory } from '../../../scripts/test/memory-folder.mjs'

const script = new URL('../../../scripts/test/memory-folder.mjs', import.meta.url).href

describe('temporary files of the tests', () => {
  let place = ''
  beforeEach(async () => {
    // Any folder with room stands for the one in memory.
    place = await mkdtemp(join(tmpdir(), 'nightjar-memory-'))
  })
  afterEach(() => rm(place, { recursive: true }))

  it.each(['process.exitCode = 1', 'process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 5_000)'])(
    'are in a folder that is gone when the tests end: %s',
    (ending) => {
      const program = `
        import { writeFileSync } from 'node:fs'
        import { tmpdir } from 'node:os'
        import { keepTemporaryFilesInMemory } from ${JSON.stringify(script)}
        keepTemporaryFilesInMemory(process.env, process.argv[1], 1)
        writeFileSync(tmpdir() + '/left', '')
        console.log(tmpdir())
        ${ending}`
      const { TMPDIR: _, ...env } = process.env
      const args = ['--input-type=module', '--eval', program, place]
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(stdout.startsWith(join(place, 'nightjar-test-'))).toBe(true)
      expect(existsSync(stdout.trim())).toBe(false)
      expect(status).toBe(1)
    },
  )

  it('stay where somebody wants them', () => {
    const env = { TMPDIR: 'somewhere' }
    expect(keepTemporaryFilesInMemory(env, place, 1)).toBeNull()
    expect(env.TMPDIR).toBe('somewhere')
  })

  it.each([
    ['no such place', 'none', 1],
    ['too little room', '', Number.MAX_SAFE_INTEGER],
  ])('stay where they were where there is %s', (_, folder, neededBytes) => {
    const env: NodeJS.ProcessEnv = {}
    expect(keepTemporaryFilesInMemory(env, join(place, folder), neededBytes)).toBeNull()
    expect(env['TMPDIR']).toBeUndefined()
  })
})
