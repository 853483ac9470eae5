import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { API_PREFIX } from '../../src/contract/limits'
import type { Db } from '../db/schema'
import { HubError } from '../lib/errors'
import { monthOf } from '../lib/month'
import { takeForms } from '../lib/own-page'
import { floodLimit } from '../lib/request-limits'
import { ownedWorkspace } from '../members/owner'
import { findBilling, firstBilling } from './billing-rows'
import { changePlan } from './plan-changes'
import { choicesFor, isTaken, type PlanChoice, type PlanNow } from './plan-choices'
import { type MonthsUse, PlanHtml } from './plan-page'
import type { PlanOrder, PlanPageLinks } from './plan-page-links'
import type { BillingServices } from './services'
import { findMonthlyUsage } from './usage-rows'

export const PLAN_PAGE_PATH = '/billing/plan'
const MAX_FORM_BYTES = 8192

const asked = z.object({ order: z.string() })
const sent = z.object({ order: z.string(), choice: z.string() })

/** The hub's own page in the place of a payment provider (KEEP-09): a GET changes nothing, a POST switches the plan. */
export function planPageRoutes(fastify: FastifyInstance, services: BillingServices, links: PlanPageLinks): void {
  const url = API_PREFIX + PLAN_PAGE_PATH
  const html = new PlanHtml(services.config.appDir)
  const scoped: FastifyPluginAsync = async (scope) => {
    takeForms(scope, MAX_FORM_BYTES)
    scope.get(url, (request, reply) =>
      asPage(html, request, reply, () => showPage(services, { html, links }, request, reply)),
    )
    scope.post(url, floodLimit, (request, reply) =>
      asPage(html, request, reply, () => takeChoice(services, links, request, reply)),
    )
  }
  void fastify.register(scoped)
}

async function showPage(
  services: BillingServices,
  { html, links }: { readonly html: PlanHtml; readonly links: PlanPageLinks },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const text = asked.safeParse(request.query).data?.order ?? ''
  const order = await orderOf(services, links, text)
  const { now, choices } = await offersFor(services, services.db, order)
  const used = await monthsUse(services, order.workspaceId)
  reply.header('content-security-policy', html.policy(order.returnUrl))
  const plan = { usageTier: now.usageTier, billingTier: now.billing.tier, choices }
  return html.offer({ order: text, returnUrl: order.returnUrl, used, ...plan })
}

async function takeChoice(
  services: BillingServices,
  links: PlanPageLinks,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const form = sent.safeParse(request.body).data
  const order = await orderOf(services, links, form?.order ?? '')
  const { db, clock, log } = services
  const byMs = await services.believedTime()
  await db.transaction().execute(async (transaction) => {
    const { choices, now } = await offersFor(services, transaction, order)
    const choice = choices.find(({ id }) => id === form?.choice)
    if (choice === undefined && isTaken(form?.choice, now)) return
    if (choice === undefined) throw gone('This choice is no longer there. Go back to the billing page and start again.')
    await changePlan(transaction, order.workspaceId, choice.change, { nowMs: clock.now(), byMs })
    log.info({ workspaceId: order.workspaceId, choice: choice.id }, 'a plan was switched on the page of the hub')
  })
  return reply.redirect(order.returnUrl, 303)
}

interface Offers {
  readonly now: PlanNow
  readonly choices: readonly PlanChoice[]
}

/** Whoever opened the page may have left the workspace since. */
async function offersFor({ clock }: BillingServices, db: Db, order: PlanOrder): Promise<Offers> {
  const { tier, id } = await ownedWorkspace(db, order.userId, order.workspaceId)
  const billing = (await findBilling(db, id)) ?? firstBilling({ id, tier })
  const now = { usageTier: tier, billing }
  return { now, choices: choicesFor(order, now, clock.now()) }
}

async function monthsUse({ db, clock, countMessages }: BillingServices, workspaceId: string): Promise<MonthsUse> {
  const month = monthOf(clock.now())
  const usage = await findMonthlyUsage(db, workspaceId, month.fromMs)
  return { ...usage, messages: await countMessages(workspaceId, month), untilMs: month.untilMs }
}

async function orderOf({ sessionLookup }: BillingServices, links: PlanPageLinks, text: string): Promise<PlanOrder> {
  const order = links.read(text)
  if (order === null) throw gone('This link is damaged or too old. Go back to the billing page and start again.')
  const session = await sessionLookup.member(order.sessionId, order.workspaceId)
  if (session === null) throw gone('The device that opened this page was signed out. Sign in and start again.')
  return order
}

function gone(sentence: string): HubError {
  return new HubError(404, 'not-found', sentence)
}

/** A refusal is a page too where a browser asks. */
async function asPage(
  html: PlanHtml,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  try {
    const page = await answer()
    return typeof page === 'string' ? reply.type('text/html; charset=utf-8').send(page) : page
  } catch (problem) {
    const isForPeople = request.headers.accept?.includes('text/html') ?? false
    if (!(problem instanceof HubError) || !isForPeople) throw problem
    reply.header('content-security-policy', html.policy(null)).type('text/html; charset=utf-8')
    return reply.code(problem.status).send(html.refusal(problem.message))
  }
}
