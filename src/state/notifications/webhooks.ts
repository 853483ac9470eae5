import { atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import type { Failure } from '../../api/result'
import { calls } from '../../contract/calls'
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
} from '../../contract/notifications/webhooks'
import { extensionsAtom } from '../http/extensions'
import { DELIVERIES_POLL_MS } from '../http/polling'
import { isGone, isRemoved } from '../http/removal'
import { adviceOf, type Refused, refusedInput, reportFailure, unwrap } from '../http/request-error'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { knownList } from '../sign-in/known-list'
import { ownQuery } from '../sign-in/own-query'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/** Whether the provider calls programs (HOOK-13). */
export const hasWebhooksAtom = atom((get) => get(extensionsAtom).has('webhooks'))

/** Webhooks of the workspace that this user may see, oldest first. */
export const webhooksQueryAtom = ownQuery('webhooks', (http) => http.send(calls.webhooks.list, {}), hasWebhooksAtom)

/** Whether another one would be refused, as far as this user can see. */
export const areWebhooksFullAtom = atom((get) => (get(webhooksQueryAtom).data?.length ?? 0) >= MAX_WEBHOOKS)

/** The webhook whose dialog is open; null: none. */
export const openWebhookIdAtom = atom<string | null>(null)

/** The open webhook as it is now; null where it is not there any more. */
export const openWebhookAtom = atom((get) => {
  const id = get(openWebhookIdAtom)
  return get(webhooksQueryAtom).data?.find((webhook) => webhook.id === id) ?? null
})

/** Its last deliveries, newest first; read again while one is on its way. */
export const deliveriesQueryAtom = atomWithQuery<WebhookDelivery[]>((get) => {
  const webhookId = get(openWebhookIdAtom) ?? ''
  return {
    queryKey: [...get(keysAtom).webhookDeliveries, webhookId],
    enabled: get(isSignedInAtom) && webhookId !== '',
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) === true ? DELIVERIES_POLL_MS : false),
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<WebhookDelivery[]>(queryKey)
      const deliveries = unwrap(await get(servicesAtom).http.send(calls.webhooks.deliveries, { params: { webhookId } }))
      // What became of one may have switched the webhook off.
      if (before?.some(isOnItsWay)) void client.invalidateQueries({ queryKey: get(keysAtom).webhooks })
      return deliveries
    },
  }
})

function isOnItsWay({ state }: WebhookDelivery): boolean {
  return state === 'waiting' || state === 'sending'
}

export type MakingOutcome =
  /** The secret itself is here and nowhere else: the hub does not say it again. */
  { readonly kind: 'made'; readonly secret: string } | Refused

export const makeWebhookAtom = atom(null, async (get, set, wanted: NewWebhook): Promise<MakingOutcome> => {
  const { http, reporter } = ownServices(get)
  const checked = calls.webhooks.create.body.safeParse(wanted)
  if (!checked.success) return refusedInput(checked.error)
  const result = await http.send(calls.webhooks.create, { body: checked.data })
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    return { kind: 'refused', text: withoutField(adviceOf(result.failure)) }
  }
  const { secret, ...made } = result.value
  set(changeWebhooksAtom, (webhooks) => [...webhooks.filter(({ id }) => id !== made.id), made])
  set(readWebhooksAtom)
  return { kind: 'made', secret }
})

export type ChangeOutcome =
  | { readonly kind: 'changed' }
  | Refused
  /** Somebody has removed it meanwhile, which is told. */
  | { readonly kind: 'gone' }

/**
 * What a form makes different; null: nothing. Cameras that were removed stay among the chosen ones until somebody chooses
 * anew, and the hub would not take them.
 */
export function changeOf(before: Webhook, { name, url, kinds, cameraIds }: NewWebhook): WebhookChange | null {
  const change = {
    ...(name.trim() !== before.name && { name }),
    ...(url.trim() !== before.url && { url }),
    ...(kinds.join() !== before.kinds.join() && { kinds }),
    ...((cameraIds === null) !== (before.cameraIds === null) || cameraIds?.join() !== before.cameraIds?.join()
      ? { cameraIds }
      : {}),
  }
  return Object.keys(change).length === 0 ? null : change
}

export const changeWebhookAtom = atom(
  null,
  async (get, set, id: string, change: WebhookChange): Promise<ChangeOutcome> => {
    const { http, reporter } = get(servicesAtom)
    const checked = calls.webhooks.change.body.safeParse(change)
    if (!checked.success) return refusedInput(checked.error)
    const result = await http.send(calls.webhooks.change, { params: { webhookId: id }, body: checked.data })
    if (!result.ok) {
      reportFailure(reporter, result.failure)
      if (await set(hasGoneAtom, id, result.failure)) return { kind: 'gone' }
      return { kind: 'refused', text: withoutField(adviceOf(result.failure)) }
    }
    const changed = result.value
    set(changeWebhooksAtom, (webhooks) => webhooks.map((other) => (other.id === id ? changed : other)))
    set(readWebhooksAtom)
    return { kind: 'changed' }
  },
)

/** The hub names the field first, which the form shows beside it already. */
function withoutField(sentence: string): string {
  return sentence.replace(/^(?:name|url|kinds|cameraIds): /, '')
}

export const switchWebhookAtom = atom(null, async (get, set, { id, name }: Webhook, isOn: boolean): Promise<void> => {
  const { showToast } = ownServices(get)
  const outcome = await set(changeWebhookAtom, id, { isOn })
  if (outcome.kind === 'gone') return
  if (outcome.kind === 'refused') {
    showToast({ kind: 'error', text: messages.webhookNotSwitched(name, outcome.text) })
    return
  }
  showToast({ kind: 'success', text: isOn ? messages.webhookOn(name) : messages.webhookOff(name) })
})

/** Ends it at once, with what waits for it; true where it is gone. */
export const removeWebhookAtom = atom(null, async (get, set, { id, name }: Webhook): Promise<boolean> => {
  const own = ownServices(get)
  const result = await own.http.send(calls.webhooks.remove, { params: { webhookId: id } })
  if (!isRemoved(own, result, (advice) => messages.webhookNotRemoved(name, advice))) return false
  set(changeWebhooksAtom, (webhooks) => webhooks.filter((webhook) => webhook.id !== id))
  set(readWebhooksAtom)
  own.showToast({ kind: 'success', text: messages.webhookRemoved(name) })
  return true
})

/** What came of a test, as a sentence. */
export interface TestOutcome {
  readonly isDelivered: boolean
  readonly text: string
}

export const testWebhookAtom = atom(null, async (get, set, { id }: Webhook): Promise<TestOutcome> => {
  const { http, reporter } = get(servicesAtom)
  const result = await http.send(calls.webhooks.test, { params: { webhookId: id } })
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    await set(hasGoneAtom, id, result.failure)
    return { isDelivered: false, text: adviceOf(result.failure) }
  }
  const { isDelivered, status, tookMs, problem } = result.value
  set(readWebhooksAtom)
  void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).webhookDeliveries })
  const took = tookMs === null ? '' : ` in ${tookMs} ms`
  if (isDelivered) return { isDelivered, text: `It arrived: status ${status}${took}.` }
  return { isDelivered, text: `${problem ?? 'It did not arrive.'}${status === null ? '' : ` It answered${took}.`}` }
})

/**
 * Whether somebody has removed it meanwhile, which is told as its dialog closes. What is not found may be a camera of it as
 * well: the hub's list tells.
 */
const hasGoneAtom = atom(null, async (get, _set, id: string, failure: Failure): Promise<boolean> => {
  if (!isGone(failure)) return false
  const { showToast } = ownServices(get)
  const client = get(queryClientAtom)
  const queryKey = get(keysAtom).webhooks
  const isListed = (webhook: Webhook) => webhook.id === id
  const known = client.getQueryData<Webhook[]>(queryKey)?.find(isListed)
  await client.refetchQueries({ queryKey })
  const isThere = client.getQueryData<Webhook[]>(queryKey)?.some(isListed) ?? true
  if (isThere) return false
  if (known !== undefined) showToast({ kind: 'warning', text: messages.webhookGone(known.name) })
  return true
})

const { changeAtom: changeWebhooksAtom, readAtom: readWebhooksAtom } = knownList<Webhook>('webhooks')
