import * as z from 'zod/mini'
import { call } from './call'
import { flag, isoTime, textOrEmpty, textOrNull } from './wire'

/** Where notifications go; the spelling of calls and toasts. */
export const channel = z.enum(['email', 'slack', 'discord'])
export type Channel = z.infer<typeof channel>

/** Why the last message of a channel did not arrive, as a sentence, and when that was. */
const channelProblem = z.object({ failedAt: isoTime, message: textOrEmpty })

const problemOrNull = z.catch(z.nullable(channelProblem), null)

/**
 * How each channel stands; null: its last message arrived, or none was sent yet. A hub without a mail server prints mails
 * on its terminal: all arrive, and nobody is told by them.
 */
const channelStatus = z.object({
  email: problemOrNull,
  slack: problemOrNull,
  discord: problemOrNull,
  isMailPrinted: flag(false),
})
export type ChannelStatus = z.infer<typeof channelStatus>

/** Extension `channel-status`: absent where a provider does not offer it. */
const maybeStatus = z.optional(z.catch(z.optional(channelStatus), undefined))

const maybeFlag = z.optional(z.catch(z.optional(z.boolean()), undefined))

/** Defaults before load (NOTIF-14): motion, person, alert and email on; the rest off. */
export const workspaceConfig = z.object({
  notifyOnMotion: flag(true),
  notifyOnPerson: flag(true),
  notifyOnAlert: flag(true),
  notifyOnError: flag(false),
  /** Extension `label-choices`: clips in which only animals, or vehicles, were seen; absent where it is not offered. */
  notifyOnAnimal: maybeFlag,
  notifyOnVehicle: maybeFlag,
  emailEnabled: flag(true),
  notifyEmail: textOrNull,
  slackEnabled: flag(false),
  notifySlackWebhook: textOrNull,
  discordEnabled: flag(false),
  notifyDiscordWebhook: textOrNull,
  smsEnabled: flag(false),
  notifySmsNumber: textOrNull,
  channelStatus: maybeStatus,
})
export type WorkspaceConfig = z.infer<typeof workspaceConfig>

const maybeText = z.optional(z.catch(z.optional(z.nullable(z.string())), undefined))

function withoutUndefined<T extends object>(config: T): T {
  const entries = Object.entries(config).filter(([, value]) => value !== undefined)
  // Only optional fields were left out.
  return Object.fromEntries(entries) as T
}

/** What a provider sends back for merging: any part of the config; a field it leaves out keeps its value. */
const changedConfig = z.catch(
  z.pipe(
    z.object({
      notifyOnMotion: maybeFlag,
      notifyOnPerson: maybeFlag,
      notifyOnAlert: maybeFlag,
      notifyOnError: maybeFlag,
      notifyOnAnimal: maybeFlag,
      notifyOnVehicle: maybeFlag,
      emailEnabled: maybeFlag,
      notifyEmail: maybeText,
      slackEnabled: maybeFlag,
      notifySlackWebhook: maybeText,
      discordEnabled: maybeFlag,
      notifyDiscordWebhook: maybeText,
      smsEnabled: maybeFlag,
      notifySmsNumber: maybeText,
      channelStatus: maybeStatus,
    }),
    // A field of the wrong kind is left out like a missing one.
    z.transform((config) => withoutUndefined(config)),
  ),
  {},
)

const notificationSettings = z.object({
  notifyOnMotion: z.boolean(),
  notifyOnPerson: z.boolean(),
  notifyOnAlert: z.boolean(),
  notifyOnError: z.boolean(),
  /** Extension `label-choices`; left out, they stay as they are. */
  notifyOnAnimal: z.optional(z.boolean()),
  notifyOnVehicle: z.optional(z.boolean()),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

const address = z.nullable(z.string().check(z.maxLength(2000)))

const integrationSettings = z.object({
  emailEnabled: z.boolean(),
  notifyEmail: address,
  slackEnabled: z.boolean(),
  notifySlackWebhook: address,
  discordEnabled: z.boolean(),
  notifyDiscordWebhook: address,
  smsEnabled: z.boolean(),
})
export type IntegrationSettings = z.infer<typeof integrationSettings>

export const workspaceConfigCalls = {
  read: call({
    method: 'GET',
    path: '/wsconfig',
    signedIn: true,
    // It names the addresses of webhooks, and who has one can post there: not for who may only read.
    tokens: 'write',
    status: 200,
    answer: workspaceConfig,
  }),
  setNotifications: call({
    method: 'PUT',
    path: '/wsconfig/notifications',
    signedIn: true,
    status: 200,
    body: notificationSettings,
    answer: changedConfig,
  }),
  setIntegrations: call({
    method: 'PUT',
    path: '/wsconfig/integrations',
    signedIn: true,
    // Whoever's address stands there goes on being told after a token was revoked.
    tokens: 'none',
    status: 200,
    body: integrationSettings,
    answer: changedConfig,
  }),
}
