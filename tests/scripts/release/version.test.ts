import { expect, test } from 'vitest'
import { dataFolder } from '../../../scripts/command/data-folder.mjs'
import { releaseVersion } from '../../../scripts/release/version.mjs'

const commit = { id: '0123abcd', tags: ['v1.2.0'], isDirty: false }
const facts = { version: '1.2.0', commit, changelog: '# Changelog\n\n## 1.2.0 (2026-11-24)\n', mayBeDirty: false }

test('a tagged commit gives the version of its tag, another one a version before it that names the commit (REL-04)', () => {
  expect(releaseVersion(facts)).toBe('1.2.0')
  expect(releaseVersion({ ...facts, commit: { ...commit, tags: ['base'] } })).toBe('1.2.0-dev.g0123abcd')
  expect(releaseVersion({ ...facts, commit: null })).toBe('1.2.0')
})

test('what no commit has is not released, unless that is said, and then the version says it (REL-04)', () => {
  const dirty = { ...facts, commit: { ...commit, isDirty: true } }
  expect(() => releaseVersion(dirty)).toThrow(/Commit them, or say --dirty/)
  expect(releaseVersion({ ...dirty, mayBeDirty: true })).toBe('1.2.0-dev.g0123abcd.dirty')
})

test('tag, package.json and changelog say the same, or there is no release (REL-04)', () => {
  expect(() => releaseVersion({ ...facts, version: '1.3.0' })).toThrow(
    /The tag is v1\.2\.0 and package\.json says 1\.3\.0/,
  )
  const changelog = '# Changelog\n\n## 1.2.0 (unreleased)\n'
  expect(() => releaseVersion({ ...facts, changelog })).toThrow(/begins with “## 1\.2\.0 \(unreleased\)”/)
})

test.each([
  ['linux', {}, '/home/ann', '/home/ann/.local/share/nightjar'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/ann', '/data/nightjar'],
  ['darwin', {}, '/Users/ann', '/Users/ann/Library/Application Support/Nightjar'],
  ['win32', { LOCALAPPDATA: '/local' }, '/ann', '/local/Nightjar'],
  ['linux', { DATA_DIR: '/srv/cams' }, '/home/ann', '/srv/cams'],
  ['linux', { DATA_DIR: '  ' }, '/home/ann', '/home/ann/.local/share/nightjar'],
] as const)(
  'on %s with %j data is kept for programs of whoever runs it, or where DATA_DIR says (REL-03)',
  (platform, env, home, folder) => {
    expect(dataFolder(env, platform, () => home)).toBe(folder)
  },
)

test('a user without a home has it where they are (REL-03)', () => {
  const none = () => {
    throw new Error('no home')
  }
  expect(dataFolder({}, 'linux', none)).toMatch(/data$/)
})
