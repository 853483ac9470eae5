import type { WebhookDeliveryTable } from '../db/integration-tables'
import { originInMails } from '../http/reach'
import type { BlobKey } from '../storage/blobs'
import type { WebhookServices } from './services'

export type BodyServices = Pick<WebhookServices, 'config' | 'links' | 'reach'>

type Spoken = Pick<WebhookDeliveryTable, 'type' | 'data' | 'occurred_at' | 'thumbnail_key' | 'film_key'>

/**
 * What a receiver is sent. Links are made for each try and good for some minutes; where PUBLIC_URL is not set they begin as
 * the hub is reached in its network, else on its own machine.
 */
export function bodyOf(services: BodyServices, workspaceId: string, spoken: Spoken): string {
  const origin = originInMails(services)
  const linkTo = (key: BlobKey | null) => (key === null ? null : origin + services.links.sign(key))
  const hasLinks = spoken.type === 'event.created' || spoken.type === 'clip.created'
  const links = { thumbnailUrl: linkTo(spoken.thumbnail_key), videoUrl: linkTo(spoken.film_key) }
  return JSON.stringify({
    type: spoken.type,
    timestamp: new Date(spoken.occurred_at).toISOString(),
    workspaceId,
    data: { ...parsed(spoken.data), ...(hasLinks && links) },
  })
}

function parsed(data: string): object {
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null ? value : {}
}
