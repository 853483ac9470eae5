import type {
  WebhookDelivery,
  WebhookKind,
  WebhookMessageType,
  WebhookState,
} from '../../contract/notifications/webhooks'

/** What a kind is called, and when the webhook is called for it. */
export const kindWords: Readonly<Record<WebhookKind, { readonly label: string; readonly line: string }>> = {
  'event.created': { label: 'Events', line: 'Motion, people and alerts, as the Events screen lists them.' },
  'clip.created': { label: 'Clips', line: 'Each recording as it arrives, with a link to its film.' },
  'camera.offline': { label: 'Camera offline', line: 'A camera has been offline for a minute.' },
  'camera.online': {
    label: 'Camera back',
    line: 'It has been back for 30 seconds, or ten minutes where it comes and goes.',
  },
}

/** As 'Events, clips'. */
export function kindsLine(kinds: readonly WebhookKind[]): string {
  return kinds.map((kind, at) => (at === 0 ? kindWords[kind].label : kindWords[kind].label.toLowerCase())).join(', ')
}

/** By the named cameras that are still there. */
export function camerasLine(cameraIds: readonly string[] | null): string {
  if (cameraIds === null) return 'all cameras'
  if (cameraIds.length === 0) return 'no camera that is still there'
  return cameraIds.length === 1 ? 'one camera' : `${cameraIds.length} cameras`
}

/** Of one whose cameras are all gone. */
export const camerasGone = {
  badge: 'No camera',
  line: 'Its cameras were removed, so it is never called. Edit it and choose others.',
} as const

/** What is said of one that is not simply on; null: nothing. */
export const stateWords: Readonly<Record<WebhookState, { readonly badge: string; readonly line: string } | null>> = {
  on: null,
  off: { badge: 'Off', line: 'It is switched off, and is called no more.' },
  gone: {
    badge: 'Switched off',
    line: 'Its receiver answered that it wants no more messages, so the hub switched it off.',
  },
  failing: { badge: 'Switched off', line: 'For three days nothing arrived, so the hub switched it off.' },
}

const typeWords: Readonly<Record<WebhookMessageType, string>> = {
  'event.created': 'Event',
  'clip.created': 'Clip',
  'camera.offline': 'Camera offline',
  'camera.online': 'Camera back',
  'webhook.test': 'Test',
}

export function typeLine({ type }: Pick<WebhookDelivery, 'type'>): string {
  return typeWords[type]
}

/** What became of a message. */
export const deliveryWords: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  delivered: 'Arrived',
  failed: 'Given up',
  dropped: 'Not sent',
}

/** As 'status 200 in 34 ms, 2nd try'; '' where there was none. */
export function answerLine({ status, tookMs, tries, triedAt }: WebhookDelivery): string {
  if (triedAt === null) return ''
  const answer = status === null ? 'no answer' : `status ${status}`
  const took = tookMs === null ? '' : ` in ${tookMs} ms`
  return `${answer}${took}${tries > 1 ? `, ${tries} tries` : ''}`
}
