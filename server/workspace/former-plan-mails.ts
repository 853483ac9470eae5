import { DateTime } from 'luxon'
import { retentionDays } from '../../src/contract/plans'
import { formatBytes } from '../../src/lib/bytes'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import { findBilling } from '../billing/billing-rows'
import { planNameOf } from '../billing/plan-choices'
import type { Ground } from '../db/ground'
import { type MailOriginSources, originInMails } from '../http/reach'
import { eachWorkspace } from '../lib/each-workspace'
import type { Job } from '../lib/job'
import type { Mail, Mailer } from '../lib/mailer'
import { believedTime } from '../recordings/retention-clock'
import { formerPlanOf } from './former-plan'
import { listFormerPlans, type MailedFormerPlan, setFormerPlanMails } from './former-plan-rows'

const EVERY_MS = 10 * MINUTE_MS
/** The second mail comes so long before the end. */
const LAST_CALL_MS = DAY_MS

type MailServices = Pick<Ground, 'db' | 'clock' | 'log'> & MailOriginSources & { readonly mailer: Mailer }

/**
 * Tells the owner by mail which recordings a downgrade costs, at its beginning and again a day before they go (KEEP-17): a
 * plan may end without anybody looking. A mail that cannot be sent is tried again in the next round.
 */
export function formerPlanMailJob(services: MailServices): Job {
  return {
    name: 'former-plan-mails',
    everyMs: EVERY_MS,
    async run() {
      const open = await listFormerPlans(services.db, await believedTime(services))
      // After a pause the believed time is days behind, and then leaps over the last day.
      const nowMs = services.clock.now()
      const due = open.filter(
        ({ mails, untilMs }) =>
          mails < mailsDue(untilMs, nowMs) ||
          // The clock was set back since, and not by as little as the clocks of two hubs differ.
          mails > mailsDue(untilMs, nowMs + HOUR_MS),
      )
      await eachWorkspace(
        services,
        due,
        ({ workspaceId }) => workspaceId,
        (former) => tell(services, former, nowMs),
      )
    },
  }
}

/** Which mail it is time for: the first, or the second. */
function mailsDue(untilMs: number, nowMs: number): number {
  return untilMs - nowMs > LAST_CALL_MS ? 1 : 2
}

async function tell(services: MailServices, former: MailedFormerPlan, nowMs: number): Promise<void> {
  const { db, mailer } = services
  const { workspaceId, tier, mails, untilMs } = former
  const plan = await formerPlanOf(services, { id: workspaceId, tier }, await findBilling(db, workspaceId))
  if (plan === undefined || plan.leavingBytes === 0) return
  const sent = mailsDue(untilMs, nowMs)
  // Noted first: a hub that ends in between sends none twice.
  if (!(await setFormerPlanMails(db, workspaceId, mails, sent))) return
  // The last day is still to come.
  if (sent < mails) return
  try {
    await mailer.send(leavingMail(former, plan, originInMails(services), nowMs))
  } catch (problem) {
    await setFormerPlanMails(db, workspaceId, sent, mails)
    throw problem
  }
}

function leavingMail(
  { ownerEmail, tier, untilMs }: MailedFormerPlan,
  plan: { readonly tier: MailedFormerPlan['tier']; readonly leavingBytes: number },
  origin: string,
  nowMs: number,
): Mail {
  const until = DateTime.fromMillis(untilMs, { zone: 'utc', locale: 'en' })
  const time = `${until.toFormat('d LLLL yyyy, HH:mm')} UTC`
  // They stay until the clock is believed.
  const isOver = untilMs <= nowMs
  const [now, before] = [planNameOf(tier), planNameOf(plan.tier)]
  const kept = isOver
    ? `Its recordings were kept as on ${before} until ${time}. Within a day`
    : `Until ${time} its recordings are kept as on ${before}. Then`
  const text = [
    `Your Nightjar workspace has changed from the plan ${before} to ${now}.`,
    '',
    `${kept} up to ${formatBytes(plan.leavingBytes)} of them are deleted, the oldest first: those older than ${retentionDays(tier)} days, and those that ${now} has no room for.`,
    '',
    `Download what you need before: ${origin}/videos`,
    `With the plan ${before} again they stay: ${origin}/billing`,
    '',
  ]
  const day = isOver ? 'within a day' : `on ${until.toFormat('d LLLL')}`
  return { to: ownerEmail, subject: `Recordings of your Nightjar workspace are deleted ${day}`, text: text.join('\n') }
}
