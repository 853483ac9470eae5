import type { FastifyRequest } from 'fastify'
import { billingCalls } from '../../src/contract/billing'
import { API_PREFIX } from '../../src/contract/limits'
import type { Handler, Route } from '../http/contract'
import { addressOf } from '../http/origin'
import { invalidInput, planNotSold } from '../lib/errors'
import { ownedWorkspace, requireOwner } from '../members/owner'
import { isOffered } from './plan-choices'
import type { PlanOrder } from './plan-page-links'
import { PLAN_PAGE_PATH } from './plan-page-routes'
import type { BillingServices } from './services'
import { openCheckout, openPortal } from './stripe/checkout'

export function billingRoutes(route: Route<BillingServices>): void {
  route(billingCalls.portal, portal)
  route(billingCalls.checkout, checkout)
}

/** The app's screen, where both ways of paying come back to. */
const BILLING_SCREEN = '/billing'

const portal: Handler<typeof billingCalls.portal, BillingServices> = async (services, { member, body, request }) => {
  requireOwner(member.role)
  const returnUrl = returnUrlOf(body.returnUrl, [requestOrigin(request), appOrigin(services, request)])
  const { billing } = services
  if (billing.kind === 'stripe') return { url: await openPortal(services, billing, { ...member, returnUrl }) }
  const { workspaceId, userId, accessId: sessionId } = member
  const order: PlanOrder = { workspaceId, userId, sessionId, wanted: null, returnUrl }
  return { url: appOrigin(services, request) + pagePath(billing.links.sign(order)) }
}

const checkout: Handler<typeof billingCalls.checkout, BillingServices> = async (
  services,
  { member, body, request },
) => {
  const { workspaceId, product, billingCycle } = body
  const { tier } = await ownedWorkspace(services.db, member.userId, workspaceId)
  const period = billingCycle === 'YEARLY' ? '?period=yearly' : ''
  const returnUrl = appOrigin(services, request) + BILLING_SCREEN + period
  const { billing } = services
  const wanted = { product, billingCycle }
  if (billing.kind === 'stripe') {
    return { url: await openCheckout(services, billing, { ...member, workspaceId, returnUrl }, wanted) }
  }
  if (!isOffered(product, tier)) throw planNotSold()
  const order: PlanOrder = { workspaceId, userId: member.userId, sessionId: member.accessId, wanted, returnUrl }
  return { url: appOrigin(services, request) + pagePath(billing.links.sign(order)) }
}

/** The browser is sent there: nowhere but to the app. */
function returnUrlOf(text: string, origins: readonly string[]): string {
  const isOurs = URL.canParse(text) && origins.includes(new URL(text).origin)
  if (!isOurs) throw invalidInput('returnUrl: Give an address of this app, such as its /billing page.')
  return new URL(text).href
}

function pagePath(order: string): string {
  return `${API_PREFIX}${PLAN_PAGE_PATH}?${new URLSearchParams({ order })}`
}

/** Browsers leave the usual port out of an origin. */
function appOrigin(services: BillingServices, request: FastifyRequest): string {
  return addressOf(services, request).origin
}

/** The app may be open under another address than PUBLIC_URL. */
function requestOrigin({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : address
}
