import { atom } from 'jotai/vanilla'
import type { Result } from '../../api/result'
import type { Product } from '../../contract/billing'
import { calls } from '../../contract/calls'
import type { BillingPeriod } from '../../contract/workspace'
import { figureReadingOf } from '../http/reads'
import { reportFailure } from '../http/request-error'
import { webAddress } from '../http/web-address'
import { servicesAtom } from '../services'
import { sessionAtom, userAtom } from '../sign-in/session'
import { isAvailable, isPaid, planButton } from '../workspace/plans'
import { workspaceQueryAtom } from '../workspace/workspace'

/** A payment page on its way; `by` is the button that asked for it. */
export type PaymentPage =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening'; readonly by: 'subscription' | Product }

const closed: PaymentPage = { phase: 'closed' }
export const paymentPageAtom = atom<PaymentPage>(closed)

/** Whether which plan is the current one may still be told soon; never where no workspace is stored (BILL-17). */
export const isPlanAwaitedAtom = atom((get) => {
  const query = get(workspaceQueryAtom)
  return query.isFetching && figureReadingOf(query) === 'awaited'
})

/** The browser has left by then; one that came back by its Back button finds the buttons usable. */
const LEAVING_MS = 5_000

type Asked = Result<{ readonly url: string }>

/** Goes to the page that the call names. Failures are silent: the hub's message is logged (BILL-16). */
const goToPaymentAtom = atom(null, async (get, set, by: 'subscription' | Product, ask: () => Promise<Asked | null>) => {
  if (get(paymentPageAtom).phase === 'opening') return
  set(paymentPageAtom, { phase: 'opening', by })
  const { reporter, redirect, origin, after } = get(servicesAtom)
  const user = get(userAtom)
  const answer = await ask()
  // Whoever signed in meanwhile is not sent to another's payment page.
  if (get(userAtom) !== user) return set(paymentPageAtom, closed)
  if (answer?.ok) {
    const address = webAddress(answer.value.url, origin)
    if (address !== null) {
      redirect(address)
      after(LEAVING_MS, () => set(paymentPageAtom, closed))
      return
    }
    reporter.report('The payment page has no web address.')
  } else if (answer !== null) {
    const { failure } = answer
    reportFailure(reporter, failure, (failure.kind === 'http' && failure.message) || undefined)
  }
  set(paymentPageAtom, closed)
})

const askPortalAtom = atom(null, (get) => {
  const { http, origin } = get(servicesAtom)
  return http.send(calls.billing.portal, { body: { returnUrl: `${origin}/billing` } })
})

/** Manage Subscription: the provider's portal. */
export const manageSubscriptionAtom = atom(null, (_get, set) =>
  set(goToPaymentAtom, 'subscription', () => set(askPortalAtom)),
)

/** A plan's button: the portal where the workspace pays already, else a checkout (BILL-11, BILL-12, X-34). */
export const choosePlanAtom = atom(null, (_get, set, product: Product, billingCycle: BillingPeriod) =>
  set(goToPaymentAtom, product, () => set(askForPlanAtom, product, billingCycle)),
)

const askForPlanAtom = atom(null, async (get, set, product: Product, billingCycle: BillingPeriod) => {
  const { http, reporter } = get(servicesAtom)
  const session = get(sessionAtom)
  const workspaceId = session.phase === 'signed-in' ? session.workspaceId : null
  if (!workspaceId) {
    //
    reporter.report('No workspace is stored, so there is nothing to check out for.')
    return null
  }
  const query = get(workspaceQueryAtom)
  // Not loaded: read before anything is bought, since a paying workspace must not pay twice.
  const workspace = query.data ?? (await query.refetch()).data
  if (workspace === undefined) return null
  const tier = workspace.stripeCustomer?.tier ?? 'FREE'
  if (!isAvailable(planButton(product, tier))) return null
  if (isPaid(tier)) return set(askPortalAtom)
  return http.send(calls.billing.checkout, { body: { workspaceId, product, billingCycle } })
})
