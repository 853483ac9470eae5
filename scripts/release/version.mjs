import { capture } from '../command-line/command.mjs'
import { Failure } from '../command-line/failure.mjs'

/**
 * @typedef {object} Commit what is released
 * @property {string} id short
 * @property {readonly string[]} tags
 * @property {boolean} isDirty whether there are changes that it does not have
 */

/**
 * null: this folder is no clone, or there is no git.
 * @returns {Promise<Commit | null>}
 */
export async function readCommit() {
  const [id, tags, status] = await Promise.all([
    git('rev-parse', '--short=8', 'HEAD'),
    git('tag', '--points-at', 'HEAD'),
    git('status', '--porcelain'),
  ])
  if (id === null || tags === null || status === null) return null
  return { id: id.trim(), tags: tags.split('\n').filter(Boolean), isDirty: status.trim() !== '' }
}

/** @param {string[]} args */
async function git(...args) {
  const result = await capture('git', args).catch(() => null)
  return result?.code === 0 ? result.output : null
}

/**
 * What an archive is called by: the version of package.json where the commit has its tag, else one that comes before it
 * and names the commit. Fails where tag, package.json and CHANGELOG.md do not say the same.
 * @param {{ version: string, commit: Commit | null, changelog: string, mayBeDirty: boolean }} facts
 * @returns {string}
 */
export function releaseVersion({ version, commit, changelog, mayBeDirty }) {
  if (commit === null) return version
  const { id, tags, isDirty } = commit
  if (isDirty && !mayBeDirty) {
    throw new Failure('There are changes that no commit has. Commit them, or say --dirty: then the version says so.')
  }
  const [other] = tags.filter((tag) => /^v\d/.test(tag) && tag !== `v${version}`)
  if (other !== undefined) {
    throw new Failure(`The tag is ${other} and package.json says ${version}: make them the same, then try again.`)
  }
  if (!tags.includes(`v${version}`) || isDirty) return `${version}-dev.g${id}${isDirty ? '.dirty' : ''}`
  const heading = changelog.split('\n').find((line) => line.startsWith('## ')) ?? ''
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`).test(heading)) {
    throw new Failure(`CHANGELOG.md begins with “${heading}”: a release begins with “## ${version} (its day)”.`)
  }
  return version
}
