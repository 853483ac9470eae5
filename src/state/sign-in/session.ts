import { atom, type createStore, type Getter, type Setter } from 'jotai/vanilla'
import { jwtDecode } from 'jwt-decode'
import * as z from 'zod/mini'
import type { StoredSession } from '../../api/token-store'
import { calls } from '../../contract/calls'
import { accessTokenPayload, hubTokenPayload } from '../../contract/sign-in/auth'
import { extensionsAtom } from '../http/extensions'
import { pageServicesAtom } from '../services'
import type { SessionStore } from '../session-store'

export type Session =
  | { readonly phase: 'signed-out' }
  | { readonly phase: 'signed-in'; readonly workspaceId: string | null; readonly email: string | null }

/** null where it cannot be read: a bad token must not break a screen. */
function payloadOf<Payload extends z.ZodMiniType>(schema: Payload, token: string): z.infer<Payload> | null {
  try {
    const payload = z.safeParse(schema, jwtDecode(token))
    return payload.success ? payload.data : null
  } catch {
    return null
  }
}

/** E-mail of an access token. */
export function emailOf(token: string): string | null {
  return payloadOf(accessTokenPayload, token)?.email ?? null
}

/** Logged in means a token is present in local storage (SESS-03); its expiry is not looked at. */
export function sessionOf(stored: StoredSession | null): Session {
  if (stored === null) return { phase: 'signed-out' }
  return { phase: 'signed-in', workspaceId: stored.workspaceId, email: emailOf(stored.token) }
}

/** Names who is signed in, for what belongs to one person in one workspace; null while nobody is. */
export function userOf(session: Session): string | null {
  return session.phase === 'signed-in' ? `${session.workspaceId} ${session.email}` : null
}

/**
 * Who is signed in at this moment, for what a read atom hands out: one that asks another atom after its turn counts as read
 * anew, and goes on handing out what was for the user before (jotai 2.20, `readAtomState`).
 */
export function userIn(session: Pick<SessionStore, 'read'>): string | null {
  return userOf(sessionOf(session.read()))
}

/** Counts changes of the stored session, so that the atom below reads it anew. */
export const sessionChangesAtom = atom(0)

export const sessionAtom = atom<Session>((get) => {
  get(sessionChangesAtom)
  return sessionOf(get(pageServicesAtom).session.read())
})

/** Whether a hub of ours let them in. The page alone does not say: its calls may go to another provider. */
export const isOnHubAtom = atom((get) => {
  get(sessionChangesAtom)
  const stored = get(pageServicesAtom).session.read()
  return stored !== null && payloadOf(hubTokenPayload, stored.token) !== null
})

export const userAtom = atom((get) => userOf(get(sessionAtom)))

/** Keeps the atom above in step with the stored session, changed here or by another tab; returns the end. */
export function followSession(store: ReturnType<typeof createStore>): () => void {
  const { session } = store.get(pageServicesAtom)
  return session.subscribe(() => store.set(sessionChangesAtom, (count) => count + 1))
}

/** Reads run only for somebody who is signed in; at a sign-out the screens are still there for a moment. */
export const isSignedInAtom = atom((get) => get(sessionAtom).phase === 'signed-in')

/**
 * For what waits, on a sign-in screen or for the hub: afterwards the result tells whether somebody else has signed in
 * meanwhile, by another way or in another tab. What was waited for is then of no use to anybody.
 */
export function entryWatch(get: Getter): () => boolean {
  const before = get(userAtom)
  return () => {
    const user = get(userAtom)
    return user !== null && user !== before
  }
}

/** Tells the hub, where it offers that, that a session is over. Not waited for: it must be over here also while the hub is away. */
export const endOnHubAtom = atom(null, (get, _set, refreshToken: string | null | undefined) => {
  if (!refreshToken || !get(extensionsAtom).has('sign-out')) return
  void get(pageServicesAtom).http.send(calls.auth.signOut, { body: { refreshToken } })
})

/** Whether the session ends this moment because somebody pressed Sign Out in this tab. */
const signsOutAtom = atom(false)
export const isSigningOutAtom = atom((get) => get(signsOutAtom))

/** Sign Out: clears the session and returns to '/' (NAV-24, NAV-25); tells the hub where it offers that. */
export const signOutAtom = atom(null, (get, set) => {
  const { session, navigate } = get(pageServicesAtom)
  set(endOnHubAtom, session.read()?.refreshToken)
  navigate('/', { replace: true })
  set(signsOutAtom, true)
  session.clear()
  set(signsOutAtom, false)
})

/** What ended it is told for longer than usual: whoever reads it has just been sent to another screen. */
const LEAVING_TOAST_MS = 10_000

/** Whether the place of the session on the hub is being given up from here. */
const leavesAtom = atom(0)
export const isLeavingAtom = atom((get) => get(leavesAtom) > 0)

/**
 * What gives up the place of the session on the hub, and then tells how that went. The hub refuses the session before its
 * answer is here; until then nothing else is to ask for it, or to tell that it has ended.
 */
export async function leaving<Result>(set: Setter, leave: () => Promise<Result>): Promise<Result> {
  set(leavesAtom, (count) => count + 1)
  try {
    return await leave()
  } finally {
    set(leavesAtom, (count) => count - 1)
    set(tellEndAtom)
  }
}

/** Whether the session has ended by itself meanwhile, of which nobody was told. */
const isUntoldAtom = atom(false)
const tellEndAtom = atom(null, (get, set) => {
  if (!get(isUntoldAtom) || get(isLeavingAtom)) return
  set(isUntoldAtom, false)
  const { session, showToast } = get(pageServicesAtom)
  if (session.read() === null) showToast({ kind: 'info', text: SESSION_ENDED, durationMs: LEAVING_TOAST_MS })
})

/** The place of the session is gone on the hub: signs out here, and says why. */
export const leaveSessionAtom = atom(null, (get, set, text: string) => {
  const { session, navigate, showToast } = get(pageServicesAtom)
  set(isUntoldAtom, false)
  navigate('/login', { replace: true })
  session.clear()
  showToast({ kind: 'success', text, durationMs: LEAVING_TOAST_MS })
})

/** What can be said of a session that the provider refuses: it does not tell why. */
const SESSION_ENDED =
  'Your session on this device has ended. Sign in again; if you are no longer a member, ask the owner to invite you again.'

/** The session ended by itself: the user goes to '/login', without a destination, and is told (SESS-13). */
export const endSessionAtom = atom(null, (get, set) => {
  get(pageServicesAtom).navigate('/login', { replace: true })
  set(isUntoldAtom, true)
  set(tellEndAtom)
})
