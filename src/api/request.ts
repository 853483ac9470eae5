import type { Call } from '../contract/call'
import type { StoredSession } from './token-store'

/** What goes into a call besides its definition. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  readonly form?: FormData | undefined
}

/** The absolute or relative URL of a call. Empty query values are left out. */
export function urlOf(baseUrl: string, call: Call, parts: RequestParts): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(parts.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return `${baseUrl}${path}${search}`
}

/**
 * Headers of API-02 and API-03: JSON calls send the content type, also without a body; uploads leave it to
 * the browser; signed-in calls carry the bearer token and the workspace, empty if missing.
 */
export function headersOf(call: Call, session: StoredSession | null): Headers {
  const headers = new Headers()
  if (call.form === undefined) headers.set('content-type', 'application/json')
  if (call.signedIn && session !== null) {
    headers.set('authorization', `Bearer ${session.token}`)
    headers.set('x-workspace-id', session.workspaceId ?? '')
  }
  return headers
}
