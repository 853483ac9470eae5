import { authCalls } from '../../src/contract/sign-in/auth'
import type { Channel } from '../../src/contract/workspace-config'
import { invalidInput } from '../lib/errors'
import type { NotificationServices } from './services'

export type AddressServices = Pick<NotificationServices, 'webhooks'>

/** One rule of what an address is, for signing in and for mails alike. */
const mailAddress = authCalls.requestOtp.body.shape.email

/** The name that an address has in requests. */
export type AddressField = 'connectionValue' | 'notifyEmail' | 'notifySlackWebhook' | 'notifyDiscordWebhook'

/** What was typed as a channel's address, ready to be kept; null: nothing. Throws the sentence that says what is wrong. */
export function checkedAddress(
  { webhooks }: AddressServices,
  channel: Channel,
  typed: string,
  field: AddressField = 'connectionValue',
): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (channel === 'email') {
    const result = mailAddress.safeParse(text)
    if (!result.success) throw invalidInput(`${field}: ${result.error.issues[0]?.message ?? 'This is no address.'}`)
    return result.data
  }
  const problem = webhooks.problemOf(text)
  if (problem !== null) throw invalidInput(`${field}: ${problem}`)
  return text
}
