import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Channel, ChannelStatus, WorkspaceConfig } from '../../contract/workspace-config'
import { extensionsAtom } from '../http/extensions'
import { sentenceOf } from '../http/request-error'
import { messages } from '../messages'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { userDraftAtom } from '../sign-in/user-draft'
import { type AddressName, noteRefusalAtom } from './refusal'
import { configQueryAtom, type EnabledName, savedConfigAtom, shownConfigAtom } from './settings'

export type { Channel }

/** The two fields of the config that belong to a channel. */
export const channelFields: Readonly<
  Record<Channel, { readonly enabled: EnabledName; readonly address: AddressName }>
> = {
  email: { enabled: 'emailEnabled', address: 'notifyEmail' },
  slack: { enabled: 'slackEnabled', address: 'notifySlackWebhook' },
  discord: { enabled: 'discordEnabled', address: 'notifyDiscordWebhook' },
}

/** How the typed address of a channel stands to the saved one. */
export type AddressState = 'as-saved' | 'to-save' | 'changed-but-off'

/** Save shows only while the channel is enabled and the input differs from the saved value (NOTIF-10). */
export function addressState(channel: Channel, typed: string, shown: WorkspaceConfig): AddressState {
  const { enabled, address } = channelFields[channel]
  if (typed === (shown[address] ?? '')) return 'as-saved'
  return shown[enabled] ? 'to-save' : 'changed-but-off'
}

/** Whether a channel is on and leads nowhere (MSG-02). Settings that are not here yet say nothing of their addresses. */
export const leadsNowhereAtom = atom((get) => {
  const { data } = get(configQueryAtom)
  const shown = get(shownConfigAtom)
  return (channel: Channel): boolean => {
    const { enabled, address } = channelFields[channel]
    return data !== undefined && shown[enabled] && (data[address] ?? '') === ''
  }
})

const draftsAtom = userDraftAtom<Partial<Record<Channel, string>>>()

/** What is typed at each channel and not saved; undefined: nothing, the saved value shows. */
export const addressDraftsAtom = atom(
  (get) => get(draftsAtom) ?? {},
  (get, set, channel: Channel, typed: string | undefined) => {
    // Put back by hand is nothing typed: kept, it would pass for a change once another value is saved.
    const isAsSaved = typed !== undefined && addressState(channel, typed, get(savedConfigAtom)) === 'as-saved'
    const drafts = { ...get(draftsAtom), [channel]: isAsSaved ? undefined : typed }
    set(draftsAtom, Object.values(drafts).every((draft) => draft === undefined) ? null : drafts)
  },
)

const allWell: ChannelStatus = { email: null, slack: null, discord: null, isMailPrinted: false }

/** What went wrong last on each channel and whether mails are only printed, where the provider offers to say so (extension `channel-status`). */
export const channelStatusAtom = atom((get): ChannelStatus => {
  if (!get(extensionsAtom).has('channel-status')) return allWell
  return get(savedConfigAtom).channelStatus ?? allWell
})

/** Channels whose test is on its way. */
export const testingAtom = atom<ReadonlySet<Channel>>(new Set<Channel>())

/** Test Integration: sends the typed value, saved or not. */
export const testIntegrationAtom = atom(null, async (get, set, type: Channel, connectionValue: string) => {
  if (get(testingAtom).has(type)) return
  const { http, reporter, showToast } = ownServices(get)
  set(testingAtom, (all) => new Set([...all, type]))
  const { address } = channelFields[type]
  set(noteRefusalAtom, address, connectionValue, null)
  const scope = get(keysAtom).config
  const result = await http.send(calls.events.test, { body: { type, connectionValue } })
  set(testingAtom, (all) => new Set([...all].filter((other) => other !== type)))
  if (result.ok) {
    // The trouble that stands beside the address may have ended with it (MSG-10).
    if (get(extensionsAtom).has('channel-status')) void get(queryClientAtom).invalidateQueries({ queryKey: scope })
    return showToast({ kind: 'success', text: messages.testSent(type) })
  }
  const { failure } = result
  // Whoever signed in meanwhile is not told of another's address.
  if (scope[0] === get(keysAtom).config[0]) set(noteRefusalAtom, address, connectionValue, failure)
  // The toast sends the user to the console: there stands what the hub had to say.
  const detail = (failure.kind === 'http' ? failure.message : null) ?? sentenceOf(failure)
  reporter.report(`The ${type} test was not sent. ${detail}`)
  if (failure.kind === 'signed-out') return
  const text = failure.kind === 'http' ? messages.testFailed(type) : messages.testError(type)
  showToast({ kind: 'error', text })
})
