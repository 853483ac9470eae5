import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { type Failure, failed, ok, type Result } from '../../api/result'
import { calls } from '../../contract/calls'
import {
  type IntegrationSettings,
  type NotificationSettings,
  type WorkspaceConfig,
  workspaceConfig,
} from '../../contract/workspace-config'
import { newestPatience } from '../http/reads'
import { reportFailure } from '../http/request-error'
import { offeredExtensionsAtom } from '../hub/connection'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { ownQuery } from '../sign-in/own-query'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { userAtom } from '../sign-in/session'
import { type AddressName, noteRefusalAtom } from './refusal'

/** What shows before the config is loaded, and where loading failed (NOTIF-14, NOTIF-22). */
const defaultConfig = workspaceConfig.parse({})

export const configQueryAtom = ownQuery('config', (http) => http.send(calls.workspaceConfig.read, {}))

/** Whether there are switches for animals and vehicles (EXT-19, LABEL-08); what stands below must not move by them. */
export const hasLabelChoicesAtom = atom((get) => get(offeredExtensionsAtom).has('label-choices'))

/** The config as the hub has it. */
export const savedConfigAtom = atom((get): WorkspaceConfig => get(configQueryAtom).data ?? defaultConfig)

export type NotificationName = keyof NotificationSettings
export type EnabledName = 'emailEnabled' | 'slackEnabled' | 'discordEnabled'

/** One changed field (X-23: its name is the {name} of the toasts). */
export type ConfigChange =
  | { readonly part: 'notifications'; readonly name: NotificationName; readonly value: boolean }
  | { readonly part: 'integrations'; readonly name: EnabledName; readonly value: boolean }
  | { readonly part: 'integrations'; readonly name: AddressName; readonly value: string }

/** Controls are disabled while one change is being saved (NOTIF-17). */
export type Saving = { readonly phase: 'idle' } | { readonly phase: 'saving'; readonly change: ConfigChange }

const idle: Saving = { phase: 'idle' }
/** With whoever saves it: it is not for the switches of somebody else. */
const heldAtom = atom<{ readonly user: string | null; readonly saving: Saving } | null>(null)
export const savingAtom = atom((get): Saving => {
  const held = get(heldAtom)
  return held?.user === get(userAtom) ? held.saving : idle
})

/** The config as the switches show it: one that is being saved stands already where it was put. */
export const shownConfigAtom = atom((get): WorkspaceConfig => {
  const [config, saving] = [get(savedConfigAtom), get(savingAtom)]
  if (saving.phase === 'idle' || typeof saving.change.value === 'string') return config
  return { ...config, [saving.change.name]: saving.change.value }
})

/** Saves one changed field at once. Resolves to whether it was saved; a toast says how it went (NOTIF-16). */
export const changeConfigAtom = atom(null, async (get, set, change: ConfigChange): Promise<boolean> => {
  if (get(savingAtom).phase === 'saving') return false
  const held = { user: get(userAtom), saving: { phase: 'saving', change } } as const
  set(heldAtom, held)
  if (isOfAddress(change)) set(noteRefusalAtom, change.name, change.value, null)
  const scope = get(keysAtom).config
  const result = await set(sendChangeAtom, change)
  if (get(heldAtom) === held) set(heldAtom, null)
  const { reporter, showToast } = get(servicesAtom)
  // Whoever signed in meanwhile is not told of another's settings.
  const isSame = scope[0] === get(keysAtom).config[0]
  if (result.ok) {
    if (isSame) showToast({ kind: 'success', text: updated(change) })
    return true
  }
  reportFailure(reporter, result.failure)
  if (isOfAddress(change) && isSame) set(noteRefusalAtom, change.name, change.value, result.failure)
  const text = notUpdated(change, result.failure)
  if (text !== null) showToast({ kind: 'error', text })
  return false
})

function isOfAddress(change: ConfigChange): change is Extract<ConfigChange, { readonly name: AddressName }> {
  return typeof change.value === 'string'
}

/**
 * Sends all fields of the change's part with the one replaced (API-22), and merges the answer into the config. The others
 * are as the hub has them by now: somebody may have changed them since this window read them (NOTIF-23).
 */
const sendChangeAtom = atom(null, async (get, _set, change: ConfigChange): Promise<Result<null>> => {
  const { http } = ownServices(get)
  const client = get(queryClientAtom)
  const queryKey = get(keysAtom).config
  const isSameUser = () => queryKey[0] === get(keysAtom).config[0]
  const isLoaded = client.getQueryData(queryKey) !== undefined
  const newest = await http.send(calls.workspaceConfig.read, isLoaded ? newestPatience() : {})
  if (!isSameUser()) return failed({ kind: 'aborted' })
  // Defaults are shown while the config is not loaded, but never sent: they would overwrite what the hub has.
  const loaded = client.getQueryData<WorkspaceConfig>(queryKey)
  const known = newest.ok || loaded === undefined ? newest : ok(loaded)
  if (!known.ok) return known
  const next: WorkspaceConfig = { ...known.value, [change.name]: change.value }
  const answer =
    change.part === 'notifications'
      ? await http.send(calls.workspaceConfig.setNotifications, {
          body: notificationsOf(next, get(hasLabelChoicesAtom)),
        })
      : await http.send(calls.workspaceConfig.setIntegrations, { body: integrationsOf(next) })
  // A read that began before the change would bring the old state back.
  await client.cancelQueries({ queryKey })
  if (isSameUser()) client.setQueryData(queryKey, answer.ok ? { ...next, ...answer.value } : known.value)
  return answer.ok ? ok(null) : answer
})

/** Exactly the keys of the call; beyond the four that are specified, those that the provider has told of. */
function notificationsOf(config: WorkspaceConfig, hasLabelChoices: boolean): NotificationSettings {
  const { notifyOnMotion, notifyOnPerson, notifyOnAlert, notifyOnError, notifyOnAnimal, notifyOnVehicle } = config
  return {
    notifyOnMotion,
    notifyOnPerson,
    notifyOnAlert,
    notifyOnError,
    ...(hasLabelChoices && { notifyOnAnimal, notifyOnVehicle }),
  }
}

/** Exactly the keys of the call: notifySmsNumber is not among them, smsEnabled is. */
function integrationsOf(config: WorkspaceConfig): IntegrationSettings {
  const { emailEnabled, notifyEmail, slackEnabled, notifySlackWebhook } = config
  const { discordEnabled, notifyDiscordWebhook, smsEnabled } = config
  return {
    emailEnabled,
    notifyEmail,
    slackEnabled,
    notifySlackWebhook,
    discordEnabled,
    notifyDiscordWebhook,
    smsEnabled,
  }
}

function updated({ part, name }: ConfigChange): string {
  return part === 'notifications' ? messages.settingUpdated(name) : messages.integrationUpdated(name)
}

/** Refused: its status text. No answer: the exception's sentence. null where the user is at the sign-in anyway. */
function notUpdated({ part, name }: ConfigChange, failure: Failure): string | null {
  const isSetting = part === 'notifications'
  switch (failure.kind) {
    case 'http':
      return isSetting
        ? messages.settingNotUpdated(name, failure.statusText)
        : messages.integrationNotUpdated(name, failure.statusText)
    case 'network':
    case 'bad-answer':
      return isSetting ? messages.settingUpdateError(name) : messages.integrationUpdateError(name)
    case 'signed-out':
    case 'aborted':
      return null
  }
}
