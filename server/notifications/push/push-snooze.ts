import type { SnoozeLink } from '../../../src/contract/notifications/push'
import { snoozeOver } from '../../lib/errors'
import { findUser } from '../../members/people-rows'
import { changeModes } from '../../modes/modes'
import type { NotificationServices } from '../services'
import { subscriptionIdOf } from './push-channel'
import { findPushDevice, takeSnooze } from './push-rows'

const OPEN = 'Open Nightjar and snooze there.'

/**
 * Snoozes for an hour, as its person would under Modes. The link is good once, and only while the device that it was sent
 * to is told of anything: who was signed out there changes nothing from there.
 */
export async function snoozeBy(services: NotificationServices, link: SnoozeLink): Promise<{ until: string }> {
  const { db, clock, snoozes } = services
  if (!snoozes.isValid(link)) throw snoozeOver(`This notification is too old to snooze from. ${OPEN}`)
  const taken = await takeSnooze(db, link.id, clock.now())
  if (taken === undefined) throw snoozeOver(`Somebody has snoozed from this notification already. ${OPEN}`)
  const device = await findPushDevice(db, subscriptionIdOf(taken.channel) ?? '')
  const user = device && (await findUser(db, device.user_id))
  if (user === undefined) throw snoozeOver('This device is signed out. Sign in to Nightjar and snooze there.')
  const changer = { workspaceId: taken.workspace_id, email: user.email }
  const { settings } = await changeModes(services, changer, { snooze: '1h' })
  return { until: new Date(settings.snooze?.untilMs ?? clock.now()).toISOString() }
}
