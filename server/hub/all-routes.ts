import type { FastifyInstance } from 'fastify'
import { chatRoutes } from '../assistant/chat-routes'
import { descriptionRoutes } from '../assistant/descriptions/description-routes'
import { eventSearchRoutes } from '../assistant/event-search-routes'
import { billingRoutes } from '../billing/billing-routes'
import { planPageRoutes } from '../billing/plan-page-routes'
import { stripeWebhookRoute } from '../billing/stripe/webhook-routes'
import { cameraRoutes } from '../cameras/camera-routes'
import { personModelRoutes } from '../cameras/person-model/person-model-routes'
import { eventRoutes } from '../events/event-routes'
import { evidenceRoutes } from '../evidence/evidence-routes'
import { authorityRoutes } from '../http/authority-routes'
import { contractRoutes } from '../http/contract'
import { liveRoutes } from '../live/live-routes'
import { whepRoutes } from '../live/whep-routes'
import { memberRoutes } from '../members/member-routes'
import { modeRoutes } from '../modes/mode-routes'
import { pushRoutes } from '../notifications/push/push-routes'
import { notificationTestRoutes, workspaceConfigRoutes } from '../notifications/settings-routes'
import { videoRoutes } from '../recordings/video-routes'
import { reviewRoutes } from '../review/review-routes'
import { sharePageRoutes } from '../shares/share-page-routes'
import { shareRoutes } from '../shares/share-routes'
import { apiTokenRoutes } from '../sign-in/api-token-routes'
import { pairingRoutes } from '../sign-in/pairing-routes'
import { passkeyRoutes } from '../sign-in/passkeys/passkey-routes'
import { sessionRoutes } from '../sign-in/session-routes'
import { signInRoutes } from '../sign-in/sign-in-routes'
import { snapshotRoutes } from '../snapshots/snapshot-routes'
import { mediaRoutes } from '../storage/media-routes'
import { webhookRoutes } from '../webhooks/webhook-routes'
import { workspaceExportRoutes } from '../workspace/export-routes'
import { workspaceRoutes } from '../workspace/workspace-routes'
import { operationRoutes } from './health-routes'
import { openapiRoute } from './openapi'
import type { Services } from './services'

/** Every route of the hub but the files of the app. */
export function allRoutes(fastify: FastifyInstance, services: Services): void {
  const route = contractRoutes(fastify, services)
  signInRoutes(route)
  cameraRoutes(route)
  snapshotRoutes(route)
  videoRoutes(route)
  eventRoutes(route)
  eventSearchRoutes(route)
  notificationTestRoutes(route)
  workspaceRoutes(route)
  workspaceConfigRoutes(route)
  workspaceExportRoutes(fastify, services, route)
  chatRoutes(route)
  billingRoutes(route)
  paymentRoutes(fastify, services)
  mediaRoutes(fastify, services)
  personModelRoutes(fastify, services, route)
  memberRoutes(route)
  liveRoutes(fastify, services)
  whepRoutes(fastify, services)
  apiTokenRoutes(route)
  pairingRoutes(route)
  authorityRoutes(fastify, services)
  sessionRoutes(route)
  passkeyRoutes(route)
  modeRoutes(route)
  pushRoutes(route)
  evidenceRoutes(route)
  shareRoutes(route)
  reviewRoutes(route)
  descriptionRoutes(route)
  webhookRoutes(route)
  sharePageRoutes(fastify, services)
  openapiRoute(fastify)
  operationRoutes(fastify, services)
}

/** What a browser or Stripe calls without a session. */
function paymentRoutes(fastify: FastifyInstance, services: Services): void {
  const { billing } = services
  if (billing.kind === 'page') planPageRoutes(fastify, services, billing.links)
  else stripeWebhookRoute(fastify, services, billing)
}
