import type { SnoozeLink } from '../../../src/contract/notifications/push'
import { snoozeOver } from '../../lib/errors'
import { findUser, lockWorkspace } from '../../members/people-rows'
import { snoozeForAnHour } from '../../modes/modes'
import type { NotificationServices } from '../services'
import { subscriptionIdOf } from './push-channel'
import { findPush, findPushDevice, takeSnooze } from './push-rows'

const OPEN = 'Open Nightjar and snooze there.'

/**
 * Snoozes for an hour at least: who presses wants quiet, and not the end of a longer one. The link is good once, and only
 * while the device that it was sent to is told of anything: who was signed out there changes nothing from there.
 */
export async function snoozeBy(services: NotificationServices, link: SnoozeLink): Promise<{ until: string }> {
  const { db, clock, snoozes } = services
  if (!snoozes.isValid(link)) throw snoozeOver(`This notification is too old to snooze from. ${OPEN}`)
  const push = await findPush(db, link.id)
  if (push === undefined) throw spent()
  const nowMs = clock.now()
  // What fails spends no link: it can be pressed again.
  const untilMs = await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, push.workspace_id)
    if (!(await takeSnooze(transaction, link.id, nowMs))) throw spent()
    const device = await findPushDevice(transaction, subscriptionIdOf(push.channel) ?? '')
    const user = device && (await findUser(transaction, device.user_id))
    if (user === undefined) throw snoozeOver('This device is signed out. Sign in to Nightjar and snooze there.')
    return snoozeForAnHour(transaction, { workspaceId: push.workspace_id, email: user.email, isProgram: false }, nowMs)
  })
  return { until: new Date(untilMs).toISOString() }
}

const spent = () => snoozeOver(`Somebody has snoozed from this notification already. ${OPEN}`)
