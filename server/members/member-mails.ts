import { isThisMachine } from '../http/reach'
import type { Mail } from '../lib/mailer'
import type { MemberServices } from './services'

/** A workspace that somebody has just joined by signing in. */
export interface Joined {
  readonly workspaceId: string
  readonly ownerEmail: string
}

/** Whoever signs in takes it up, by whichever way: who ignores it is no safer. */
export function invitationMail(to: string, from: string, origin: string): Mail {
  const text = [
    `${from} invites you to their Nightjar workspace, to see its cameras and recordings.`,
    '',
    `To join, sign in with this address within 7 days: ${origin}`,
    ...(isThisMachine(new URL(origin).hostname)
      ? [`That link opens on the machine of Nightjar alone: elsewhere, ask ${from} for another.`]
      : []),
    'If you are signed in there already, sign out first.',
    '',
    'If you do not know the sender: every sign-in within these days joins, by a passkey too, and a mail tells you so.',
    'Sign in after them, or leave again as that mail says.',
    '',
  ]
  return { to, subject: 'You are invited to Nightjar', text: text.join('\n') }
}

/**
 * Tells a person which workspaces a sign-in has put them in (HUB-20): a passkey asks for no mail that could have said so
 * before. They are in whether or not the mail arrives, so nobody waits for it. Never rejects.
 */
export async function tellOfJoining(
  { mailer, log }: Pick<MemberServices, 'mailer' | 'log'>,
  to: string,
  joined: readonly Joined[],
  signedInTo: string,
): Promise<void> {
  for (const { workspaceId, ownerEmail } of joined) {
    try {
      await mailer.send(joinedMail(to, ownerEmail, workspaceId === signedInTo))
    } catch (problem) {
      log.error({ problem: String(problem) }, 'a mail that tells of a joined workspace could not be sent')
    }
  }
}

function joinedMail(to: string, ownerEmail: string, isSignedInToIt: boolean): Mail {
  const where = isSignedInToIt
    ? [
        'You are signed in to it: cameras that you add go there, and its people see them.',
        'If you do not want that, leave it: Billing, Members, Leave.',
      ]
    : [
        'You are signed in to another workspace: cameras that you add go there, and the people of this one do not see them.',
        `If you do not want to be in this one, ask ${ownerEmail} to remove you.`,
      ]
  const text = [
    `You were invited, and have joined the Nightjar workspace of ${ownerEmail} by signing in.`,
    '',
    ...where,
  ]
  return { to, subject: 'You have joined a Nightjar workspace', text: [...text, ''].join('\n') }
}
