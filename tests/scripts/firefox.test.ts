import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findFirefox, leftOut } from '../../scripts/firefox.mjs'

const root = resolve(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'nightjar-firefox-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('npm run test:firefox (WEAK-03)', () => {
  it('says in a line where there is no Firefox, and is no failure then', () => {
    const args = ['scripts/run.mjs', 'test:firefox']
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env: { PATH: folder }, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, `${leftOut}\n`])
  })

  it('takes the long-term Firefox before any other', () => {
    for (const name of ['firefox', 'firefox-esr']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n')
      chmodSync(join(folder, name), 0o755)
      expect(findFirefox(folder)).toBe(join(folder, name))
    }
  })

  it('is no part of npm test', () => {
    expect(readFileSync(join(root, 'scripts/test/steps.mjs'), 'utf8')).not.toContain('firefox')
  })
})
