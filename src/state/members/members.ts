import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { MemberRow } from '../../contract/members'
import { planLimits } from '../../contract/plans'
import { emailField } from '../../contract/sign-in/auth'
import { extensionsAtom } from '../http/extensions'
import { isRemoved } from '../http/removal'
import { type Refused, refusedCall } from '../http/request-error'
import { messages } from '../messages'
import { knownList } from '../sign-in/known-list'
import { ownQuery } from '../sign-in/own-query'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { leaveSessionAtom, leaving, sessionAtom } from '../sign-in/session'
import { limitsTierOf } from '../workspace/plans'
import { workspaceQueryAtom } from '../workspace/workspace'

/** Whether the provider says who is in the workspace (EXT-10). */
export const hasMembersAtom = atom((get) => get(extensionsAtom).has('members'))

/** Who is in the workspace, in the order they came, and then who is invited. */
export const membersQueryAtom = ownQuery('members', (http) => http.send(calls.members.list, {}), hasMembersAtom)

const joinedAtom = atom((get) => (get(membersQueryAtom).data ?? []).filter(({ state }) => state === 'joined'))

/** Who is signed in here, as the workspace knows them; null while that is not known. */
export const ownMemberAtom = atom((get) => {
  const session = get(sessionAtom)
  const email = session.phase === 'signed-in' ? session.email : null
  return get(joinedAtom).find((member) => member.email === email) ?? null
})

/** Whom to ask for what only an owner may do. */
export const ownerAtom = atom((get) => get(joinedAtom).find(({ role }) => role === 'owner') ?? null)

/** Who is no owner, and whom they ask ('': that is not known); null: this may be the owner. */
export const ownerToAskAtom = atom((get): string | null => {
  const own = get(ownMemberAtom)
  if (own === null || own.role === 'owner') return null
  return get(ownerAtom)?.email ?? ''
})

/** What stands at a switch that only the owner turns on. */
export function ownersOwn(ownerToAsk: string | null): readonly string[] {
  if (ownerToAsk === null) return []
  return [`Only the owner of the workspace switches this on${ownerToAsk === '' ? '' : `: ask ${ownerToAsk}`}.`]
}

export interface Places {
  /** Invitations hold a place, too. */
  readonly taken: number
  readonly total: number
}

/** Places for people in the plan; null while either is not known. */
export const placesAtom = atom((get): Places | null => {
  const people = get(membersQueryAtom).data
  const workspace = get(workspaceQueryAtom).data
  if (people === undefined || workspace === undefined) return null
  return { taken: people.length, total: planLimits[limitsTierOf(workspace)].users }
})

export type InviteOutcome = { readonly kind: 'sent' } | Refused

/** Mails an invitation, again to who has one. */
export const inviteAtom = atom(null, async (get, set, typedEmail: string): Promise<InviteOutcome> => {
  const { http, showToast, reporter } = ownServices(get)
  const email = emailField.safeParse(typedEmail)
  if (!email.success) return { kind: 'refused', text: messages.noEmail }
  const result = await http.send(calls.members.invite, { body: { email: email.data } })
  if (!result.ok) {
    const refused = refusedCall(reporter, result.failure)
    // Somebody may have changed the list meanwhile: the places taken show why.
    set(readMembersAtom)
    return refused
  }
  const { isMailPrinted, ...invited } = result.value
  set(changeMembersAtom, (people) => [...people.filter(({ id }) => id !== invited.id), invited])
  set(readMembersAtom)
  showToast({ kind: 'success', text: messages.invited(invited.email, isMailPrinted) })
  return { kind: 'sent' }
})

/** Invitations that are being mailed again, by their id. */
export const mailingAgainAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Mails an invitation again. */
export const inviteAgainAtom = atom(null, async (get, set, invited: MemberRow) => {
  if (get(mailingAgainAtom).has(invited.id)) return
  const { showToast } = ownServices(get)
  set(mailingAgainAtom, (ids) => new Set([...ids, invited.id]))
  const outcome = await set(inviteAtom, invited.email)
  set(mailingAgainAtom, (ids) => new Set([...ids].filter((id) => id !== invited.id)))
  if (outcome.kind === 'refused') showToast({ kind: 'error', text: outcome.text })
})

/** Removes somebody, or withdraws an invitation. */
export const removeMemberAtom = atom(null, async (get, set, person: MemberRow): Promise<void> => {
  const services = ownServices(get)
  const result = await services.http.send(calls.members.remove, { params: { userId: person.id } })
  if (!isRemoved(services, result, (advice) => messages.memberNotRemoved(person.email, advice))) return
  set(changeMembersAtom, (people) => people.filter(({ id }) => id !== person.id))
  const joined = !result.ok && person.state === 'invited' ? await set(hasJoinedAtom, person.email) : 'no'
  if (joined !== 'no') {
    const text = joined === 'yes' ? messages.hasJoined(person.email) : messages.mayHaveJoined(person.email)
    return services.showToast({ kind: 'warning', text })
  }
  set(readMembersAtom)
  const mailsGoTo = result.ok ? result.value.mailsGoTo : null
  const { config, apiTokens, webhooks } = get(keysAtom)
  // Tokens and webhooks of theirs have ended, and stand on the same screen (TOKEN-08, HOOK-03).
  for (const queryKey of [apiTokens, webhooks, ...(mailsGoTo === null ? [] : [config])])
    void get(queryClientAtom).invalidateQueries({ queryKey })
  const isInvited = person.state === 'invited'
  const text = isInvited ? messages.invitationWithdrawn(person.email) : messages.memberRemoved(person.email, mailsGoTo)
  services.showToast({ kind: 'success', text })
})

/** An invitation that is gone may have been taken up: the hub's list tells. */
const hasJoinedAtom = atom(null, async (get, _set, email: string): Promise<'yes' | 'no' | 'unknown'> => {
  const client = get(queryClientAtom)
  const queryKey = get(keysAtom).members
  await client.refetchQueries({ queryKey })
  if (client.getQueryState(queryKey)?.status !== 'success') return 'unknown'
  const people = client.getQueryData<MemberRow[]>(queryKey) ?? []
  return people.some((person) => person.email === email && person.state === 'joined') ? 'yes' : 'no'
})

/** Leaves the workspace; who did is signed out of it. */
export const leaveWorkspaceAtom = atom(null, (get, set, own: MemberRow): Promise<void> => {
  const services = ownServices(get)
  return leaving(set, async () => {
    const result = await services.http.send(calls.members.remove, { params: { userId: own.id } })
    if (isRemoved(services, result, messages.notLeft)) return set(leaveSessionAtom, messages.leftWorkspace)
  })
})

const { changeAtom: changeMembersAtom, readAtom: readMembersAtom } = knownList<MemberRow>('members')
