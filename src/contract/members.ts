import * as z from 'zod/mini'
import { call } from './call'
import { emailField } from './sign-in/auth'
import { flag, listOf, textOrEmpty, textOrNull } from './wire'

/** An owner pays, invites and removes; a member uses the workspace. */
const role = z.enum(['owner', 'member'])
export type Role = z.infer<typeof role>

/** Somebody in a workspace, or asked to join it. */
const memberRow = z.object({
  /** Of the user, or of the invitation while it is pending. */
  id: z.string(),
  email: textOrEmpty,
  role: z.catch(role, 'member'),
  state: z.enum(['joined', 'invited']),
})
export type MemberRow = z.infer<typeof memberRow>

/** Where mails go that went to who is in the workspace no more; null: none did. */
const removed = z.object({ mailsGoTo: textOrNull })

/** Extension `members`. */
export const memberCalls = {
  list: call({
    method: 'GET',
    path: '/members',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: listOf(memberRow),
  }),
  /** Mails an invitation, again for an address that has one; whoever signs in with the address joins. */
  invite: call({
    method: 'POST',
    path: '/members',
    signedIn: true,
    tokens: 'none',
    status: 201,
    body: z.object({ email: emailField }),
    /** Printed: by a hub without a mail server, so that it reaches nobody by itself. */
    answer: z.extend(memberRow, { isMailPrinted: flag(false) }),
  }),
  /** Removes a member, withdraws an invitation, or leaves the workspace. */
  remove: call({
    method: 'DELETE',
    path: '/members/:userId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: z.catch(removed, { mailsGoTo: null }),
  }),
}
