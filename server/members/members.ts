import { randomUUID } from 'node:crypto'
import { RESEND_WAIT_MS } from '../../src/contract/limits'
import type { MemberRow } from '../../src/contract/members'
import { planLimits } from '../../src/contract/plans'
import type { Db, InvitationTable, UserTable } from '../db/schema'
import type { Member } from '../http/auth'
import { originInMails } from '../http/reach'
import { alreadyMember, invalidInput, invitationNotMailed, notFound, tooManyRequests, userLimit } from '../lib/errors'
import { sendToWaiting } from '../lib/mailer'
import { takeInvitation } from './invitation-limits'
import { invitationMail, type Joined } from './member-mails'
import {
  deleteInvitation,
  deleteMember,
  findInvitationsTo,
  forgetInvitation,
  INVITATION_LIFETIME_MS,
  insertMember,
  listInvitations,
  listMembers,
  putInvitation,
  restoreInvitation,
} from './member-rows'
import { revokeSessionsOf } from './open-session-rows'
import { requireOwner } from './owner'
import { lockWorkspace, lockWorkspaceIfThere } from './people-rows'
import type { MemberServices } from './services'

/** Who asks. */
export type Asker = Pick<Member, 'userId' | 'email' | 'workspaceId' | 'role'>

/** Who is in a workspace, and who is asked to join. */
export async function listPeople({ db, clock }: MemberServices, workspaceId: string): Promise<MemberRow[]> {
  const joined = await listMembers(db, workspaceId)
  const invited = await listInvitations(db, workspaceId, clock.now() - INVITATION_LIFETIME_MS)
  return [
    ...joined.map(({ userId, email, role }) => ({ id: userId, email, role, state: 'joined' as const })),
    ...invited.map(presentInvitation),
  ]
}

/** Invites an address by mail; both members and invitations count to the plan's users. */
export async function invite(services: MemberServices, owner: Asker, email: string): Promise<MemberRow> {
  const { db } = services
  requireOwner(owner.role)
  const stored = await db.transaction().execute((transaction) => store(services, transaction, owner, email))
  try {
    const mail = invitationMail(email, owner.email, originInMails(services))
    await sendToWaiting(services, mail, () => takeBack(db, stored))
  } catch (problem) {
    throw invitationNotMailed(problem)
  }
  return presentInvitation(stored.invitation)
}

interface Stored {
  readonly invitation: InvitationTable
  /** The one that it took the place of, which somebody may have a mail of. */
  readonly earlier: InvitationTable | undefined
  /** It counts no more. */
  readonly giveBack: (db: Db) => Promise<void>
}

/** What was mailed before still stands. */
async function takeBack(db: Db, { invitation, earlier, giveBack }: Stored): Promise<void> {
  await giveBack(db)
  if (earlier === undefined) await forgetInvitation(db, invitation)
  else await restoreInvitation(db, earlier, invitation.sent_at)
}

async function store(services: MemberServices, db: Db, owner: Asker, email: string): Promise<Stored> {
  const nowMs = services.clock.now()
  const { id: workspaceId, tier } = await lockWorkspace(db, owner.workspaceId)
  const joined = await listMembers(db, workspaceId)
  if (joined.some((member) => member.email === email)) throw alreadyMember()
  const invited = await listInvitations(db, workspaceId, nowMs - INVITATION_LIFETIME_MS)
  const others = invited.filter((invitation) => invitation.email !== email)
  const limit = planLimits[tier].users
  if (joined.length + others.length >= limit) throw userLimit(limit)
  const earlier = invited.find((invitation) => invitation.email === email)
  // Of one that lies far ahead the clock was set back since: nobody shall wait until it has caught up.
  if (earlier !== undefined && Math.abs(nowMs - earlier.sent_at) < RESEND_WAIT_MS)
    throw tooManyRequests(nowMs, earlier.sent_at + RESEND_WAIT_MS)
  const giveBack = await takeInvitation(services, db, { workspaceId, email })
  const invitation = { workspace_id: workspaceId, email, invited_by: owner.userId, sent_at: nowMs }
  const id = await putInvitation(db, { ...invitation, id: randomUUID() })
  return { invitation: { ...invitation, id }, earlier, giveBack }
}

/**
 * Ends a membership with the sessions it has open, or withdraws an invitation. Members may leave by themselves. Resolves to
 * where mails go that went to them; null: none did.
 */
export async function remove(services: MemberServices, asker: Asker, id: string): Promise<string | null> {
  if (id !== asker.userId) requireOwner(asker.role)
  else if (asker.role === 'owner') throw invalidInput('The owner cannot leave the workspace. Remove other people only.')
  return services.db.transaction().execute(async (transaction) => {
    const isWithdrawn = await deleteInvitation(transaction, asker.workspaceId, id)
    return isWithdrawn ? null : endMembership(services, transaction, asker.workspaceId, id)
  })
}

async function endMembership(
  { clock, departureWatch }: MemberServices,
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  // Nobody saves the workspace's addresses in between.
  await lockWorkspace(db, workspaceId)
  const people = await listMembers(db, workspaceId)
  const leaver = people.find((person) => person.userId === userId)
  const owner = people.find(({ role }) => role === 'owner')
  const isRemoved = await deleteMember(db, workspaceId, userId)
  if (!isRemoved || leaver === undefined || owner === undefined) throw notFound('member')
  await revokeSessionsOf(db, userId, workspaceId, clock.now())
  return departureWatch.noteDeparture(db, { workspaceId, email: leaver.email, ownerEmail: owner.email })
}

/**
 * Takes up the invitations of an address that was proven; where the plan has no place any more, one waits. Resolves to the
 * workspaces that were joined, of which the person is to be told.
 */
export async function joinInvited({ clock }: MemberServices, db: Db, user: UserTable): Promise<Joined[]> {
  const joined: Joined[] = []
  const nowMs = clock.now()
  const invitations = await findInvitationsTo(db, user.email, nowMs - INVITATION_LIFETIME_MS)
  // In one order for everybody, as each holds the row of its workspace until the end.
  const ordered = invitations.toSorted((one, other) => (one.workspace_id < other.workspace_id ? -1 : 1))
  for (const { id, workspace_id } of ordered) {
    const workspace = await lockWorkspaceIfThere(db, workspace_id)
    // Removed, and its invitations with it, while this waited for the lock: whoever signs in does so all the same.
    if (workspace === undefined) continue
    const members = await listMembers(db, workspace_id)
    if (members.length >= planLimits[workspace.tier].users) continue
    // It may have been withdrawn while this waited for the lock.
    if (!(await deleteInvitation(db, workspace_id, id))) continue
    await insertMember(db, workspace_id, user.id, nowMs)
    const owner = members.find(({ role }) => role === 'owner')
    if (owner !== undefined) joined.push({ workspaceId: workspace_id, ownerEmail: owner.email })
  }
  return joined
}

function presentInvitation({ id, email }: InvitationTable): MemberRow {
  return { id, email, role: 'member', state: 'invited' }
}
