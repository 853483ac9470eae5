import { atom } from 'jotai/vanilla'
import { type TokenScope, tokenScope } from '../../contract/call'
import { calls } from '../../contract/calls'
import { type ApiToken, MAX_API_TOKENS, type NewApiToken } from '../../contract/sign-in/api-tokens'
import { extensionsAtom } from '../http/extensions'
import { isRemoved } from '../http/removal'
import { type Refused, refusedCall, refusedInput } from '../http/request-error'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { knownList } from './known-list'
import { ownQuery } from './own-query'
import { ownServices } from './own-services'

/** Whether the provider gives out tokens for programs (TOKEN-01). */
export const hasApiTokensAtom = atom((get) => get(extensionsAtom).has('api-tokens'))

/** What a scope is called, and what it lets a program do. */
export const scopeWords: Readonly<Record<TokenScope, { readonly label: string; readonly line: string }>> = {
  read: {
    label: 'Read',
    line: 'Cameras, modes, events, recordings, usage and the chat with the assistant; clips can be downloaded, and everything as one zip.',
  },
  live: { label: 'Live view', line: 'Look through the cameras now, in Frigate, go2rtc or Home Assistant.' },
  write: {
    label: 'Change',
    line: 'Set cameras and what people are notified of, choose the mode and so switch detection off, send and remove recordings, ask the assistant. Never plans, members, tokens or where notifications go.',
  },
}

/** The scopes that mean something to the provider (EXT-02). */
export const offeredScopesAtom = atom((get) => {
  const hasLive = get(extensionsAtom).has('live')
  return tokenScope.options.filter((scope) => scope !== 'live' || hasLive)
})

/** Tokens of the workspace that this user may see, oldest first. */
export const apiTokensQueryAtom = ownQuery('apiTokens', (http) => http.send(calls.apiTokens.list, {}), hasApiTokensAtom)

/** Whether another one would be refused, as far as this user can see. */
export const areApiTokensFullAtom = atom((get) => (get(apiTokensQueryAtom).data?.length ?? 0) >= MAX_API_TOKENS)

export type MakingOutcome =
  /** The token itself is here and nowhere else: the hub does not know it any more. */
  { readonly kind: 'made'; readonly token: string } | Refused

export const makeApiTokenAtom = atom(null, async (get, set, wanted: NewApiToken): Promise<MakingOutcome> => {
  const { http, reporter } = ownServices(get)
  const checked = calls.apiTokens.create.body.safeParse(wanted)
  if (!checked.success) return refusedInput(checked.error)
  const result = await http.send(calls.apiTokens.create, { body: checked.data })
  if (!result.ok) return refusedCall(reporter, result.failure)
  const { token, ...made } = result.value
  set(changeTokensAtom, (tokens) => [...tokens.filter(({ id }) => id !== made.id), made])
  set(readTokensAtom)
  return { kind: 'made', token }
})

/** Ends a token at once. */
export const revokeApiTokenAtom = atom(null, async (get, set, { id, name }: ApiToken): Promise<void> => {
  const own = ownServices(get)
  const result = await own.http.send(calls.apiTokens.revoke, { params: { tokenId: id } })
  if (!isRemoved(own, result, (advice) => messages.tokenNotRevoked(name, advice))) return
  set(changeTokensAtom, (tokens) => tokens.filter((token) => token.id !== id))
  set(readTokensAtom)
  own.showToast({ kind: 'success', text: messages.tokenRevoked(name) })
})

/** A command that shows that a token works; null where it may read nothing. */
export const tryLineAtom = atom((get) => {
  const { apiUrl } = get(servicesAtom)
  return (token: string, scopes: readonly TokenScope[]) =>
    scopes.includes('read') ? `curl -H "Authorization: Bearer ${token}" "${apiUrl}/notifications?pageSize=3"` : null
})

const { changeAtom: changeTokensAtom, readAtom: readTokensAtom } = knownList<ApiToken>('apiTokens')
