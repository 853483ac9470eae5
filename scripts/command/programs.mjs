/**
 * @typedef {object} Program of the hub or of a tool beside it
 * @property {string} entry where its source begins
 * @property {string} built what Node runs
 * @property {string} npm how `npm run` calls it in a clone
 * @property {string} usage what stands behind its name
 * @property {string} does
 */

/**
 * The hub would start on its port of old and say nothing of another that it was told.
 * @param {string} call how it is called: `npm run dev`
 */
export const noOptionsOf = (call) =>
  `${call.split(' ').at(-1)} takes no options; settings are environment variables: PORT=9000 ${call}`

/**
 * What `nightjar NAME` runs where an archive is installed, and `npm run` in a clone: the same programs.
 * @type {Readonly<Record<'start' | 'check' | 'backup' | 'migrate' | 'pair' | 'verify', Program>>}
 */
export const programs = {
  start: {
    entry: 'server/main.ts',
    built: 'dist/hub/main.js',
    npm: 'start',
    usage: '',
    does: 'the hub, serving app and API; Ctrl+C stops it',
  },
  pair: {
    entry: 'server/pair.ts',
    built: 'dist/pair/pair.js',
    npm: 'hub:pair',
    usage: '[EMAIL]',
    does: 'a link and its code, which sign one more device in',
  },
  check: {
    entry: 'server/hub-check.ts',
    built: 'dist/hub-check/hub-check.js',
    npm: 'hub:check',
    usage: '[--repair]',
    does: 'compares rows, files and proofs of a stopped hub',
  },
  backup: {
    entry: 'server/hub-backup.ts',
    built: 'dist/hub-backup/hub-backup.js',
    npm: 'hub:backup',
    usage: '--to FOLDER',
    does: 'copies a hub, also while it runs',
  },
  migrate: {
    entry: 'server/migrate.ts',
    built: 'dist/migrate/migrate.js',
    npm: 'hub:migrate',
    usage: '--to postgres://…',
    does: 'moves a stopped hub from SQLite to PostgreSQL',
  },
  verify: {
    entry: 'server/verify.ts',
    built: 'dist/verify/verify.js',
    npm: 'verify',
    usage: 'FILE [PROOF] [--hub-key FINGERPRINT]',
    does: 'says whether a recording is what its camera recorded',
  },
}
