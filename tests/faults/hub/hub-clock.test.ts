import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HubClock } from './hub-clock'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-hub-clock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('who reads while it is set reads the whole of what was there', () => {
  const clock = new HubClock(folder)
  clock.set(3_600_000)
  const reading = openSync(join(folder, 'clock'), 'r')
  clock.set(0)
  expect(readFileSync(reading, 'utf8')).toBe('3600000')
  closeSync(reading)
  expect(clock.jumps).toBe(2)
})

test('a process is wrong from the moment it is set', () => {
  const clock = new HubClock(folder)
  const script = `
    const before = Date.now()
    require('node:fs').writeFileSync(process.env.NIGHTJAR_FAULTS_CLOCK, '3600000')
    console.log(Math.floor((Date.now() - before) / 3600000))`
  const env = { PATH: process.env['PATH'], ...clock.variables }
  expect(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })).toBe('1\n')
})
