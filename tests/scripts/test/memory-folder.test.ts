import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
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

  const killed = (signal: string) => `process.kill(process.pid, "${signal}"); setTimeout(() => {}, 5_000)`

  it.each(['process.exitCode = 1', killed('SIGINT'), killed('SIGHUP')])(
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

  it('that a process left which was killed outright are removed at the next start, those of a running one are not', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    const ofGone = join(place, `nightjar-test-${gone}-aaaaaa`)
    const ofRunning = join(place, `nightjar-test-${process.ppid}-bbbbbb`)
    for (const folder of [ofGone, ofRunning]) await mkdir(join(folder, 'nightjar-hub'), { recursive: true })
    const program = `import(${JSON.stringify(script)}).then((m) => m.keepTemporaryFilesInMemory({}, ${JSON.stringify(place)}, 1))`
    spawnSync(process.execPath, ['--eval', program])
    expect([existsSync(ofGone), existsSync(ofRunning)]).toEqual([false, true])
  })

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
