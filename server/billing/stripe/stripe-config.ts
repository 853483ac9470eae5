import * as z from 'zod/mini'

export const stripePriceNames = ['PRO_MONTHLY', 'PRO_YEARLY', 'TEAM_MONTHLY', 'TEAM_YEARLY'] as const
export type StripePriceName = (typeof stripePriceNames)[number]

/** Keys of a Stripe account and the ids of the prices that its products have there. */
export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Team may be missing: it is not sold yet. */
  readonly prices: Readonly<Partial<Record<StripePriceName, StripePriceIds>>>
}

/**
 * The price that is sold, and those that were sold before: what a price costs is never changed at Stripe, so that another
 * amount is another price, while who subscribed earlier goes on with the one of then.
 */
export type StripePriceIds = readonly [sold: string, ...former: string[]]

const KEY_SENTENCE = 'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe: sk_… or rk_….'
const WEBHOOK_SENTENCE = 'STRIPE_WEBHOOK_SECRET must be the signing secret of a webhook endpoint: whsec_….'
const PRICES_SENTENCE =
  'STRIPE_PRICES must look like PRO_MONTHLY=price_…,PRO_YEARLY=price_…,TEAM_MONTHLY=price_…,TEAM_YEARLY=price_… (Team may be left out; prices that were sold before follow by a plus: PRO_MONTHLY=price_new+price_old).'

/** With all of them plans are paid through Stripe, with none on the hub's own page (ENV-10). */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^(sk|rk)_\w+$/, { error: KEY_SENTENCE }))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[\w+/=-]+$/, { error: WEBHOOK_SENTENCE }))),
  STRIPE_PRICES: z.optional(
    z.string().check(z.refine((value) => pricesOf(value) !== null, { error: PRICES_SENTENCE })),
  ),
}
const schema = z.object(stripeVariables)
export type StripeVariables = z.infer<typeof schema>

const NEEDED = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'] as const

/** Half of them would take money and never switch a plan. */
export function stripeProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const missing = NEEDED.filter((name) => set[name] === undefined)
  if (missing.length === 0 || missing.length === NEEDED.length) return []
  return [
    `STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICES must be set together: ${missing.join(', ')} missing.`,
  ]
}

/** null: no payment provider. */
export function stripeOf(values: StripeVariables): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: text } = values
  const prices = text === undefined ? null : pricesOf(text)
  if (secretKey === undefined || webhookSecret === undefined || prices === null) return null
  return { secretKey, webhookSecret, prices }
}

function pricesOf(text: string): StripeConfig['prices'] | null {
  const prices: Partial<Record<StripePriceName, StripePriceIds>> = {}
  for (const entry of text.split(',')) {
    const [, key, list = ''] = /^\s*([A-Z_]+)\s*=\s*(\S+)\s*$/.exec(entry) ?? []
    const name = stripePriceNames.find((candidate) => candidate === key)
    const [sold = '', ...former] = list.split('+')
    const areIds = [sold, ...former].every((id) => /^price_\w+$/.test(id))
    if (name === undefined || !areIds || prices[name] !== undefined) return null
    prices[name] = [sold, ...former]
  }
  const ids = Object.values(prices).flat()
  const isWhole = prices.PRO_MONTHLY !== undefined && prices.PRO_YEARLY !== undefined
  return isWhole && new Set(ids).size === ids.length ? prices : null
}
