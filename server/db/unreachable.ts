import { StartupProblem } from '../lib/startup-problem'

/** What the system and PostgreSQL say (its manual, appendix A), for the person at the terminal. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  ETIMEDOUT: 'it does not answer',
  ENOENT: 'nothing answers there',
  '28P01': 'the user or the password is wrong',
  '28000': 'the user may not sign in from here',
  '3D000': 'there is no such database',
  '25006': 'it is read-only now',
  '42501': 'the user may not make tables there',
  '53300': 'it has no connection left',
  '57P03': 'it is still starting',
}

/** Nothing but a hand changes these; the server may come, or be asked too much for now. */
const ENDED_BY_HAND = new Set(['28P01', '28000', '3D000', '42501'])

/** Why a hub cannot use the PostgreSQL of its URL: one sentence, without the password. */
export function databaseProblem(url: string, problem: unknown): StartupProblem {
  const isForHand = ENDED_BY_HAND.has(codeOf(problem)) || unreadFileOf(problem) !== null
  return new StartupProblem(
    `The database ${placeOf(url)} cannot be used: ${reasonOf(problem)}.`,
    isForHand ? 'hand' : 'time',
  )
}

/** Host, port and name. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname
  return `${host}:${port === '' ? '5432' : port}${pathname}`
}

function codeOf(problem: unknown): string {
  return problem instanceof Error && 'code' in problem ? String(problem.code) : ''
}

/** The file of `sslrootcert`, `sslcert` or `sslkey` that the driver finds no way to; null: it is not that. */
function unreadFileOf(problem: unknown): string | null {
  if (!(problem instanceof Error && 'syscall' in problem && problem.syscall === 'open' && 'path' in problem))
    return null
  return ['ENOENT', 'EACCES'].includes(codeOf(problem)) ? String(problem.path) : null
}

function reasonOf(problem: unknown): string {
  const file = unreadFileOf(problem)
  if (file !== null) return `the file ${file} that its address names cannot be read`
  const code = codeOf(problem)
  const known = reasons[code]
  if (known !== undefined) return known
  if (problem instanceof Error && /timeout/i.test(problem.message)) return 'it does not answer'
  return problem instanceof Error ? problem.message.replace(/\.$/, '') || code : String(problem)
}
