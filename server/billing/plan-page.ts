import { planLimits, retentionDays, type Tier } from '../../src/contract/plans'
import { counted, listOfWords } from '../../src/lib/words'
import { utcDay } from '../lib/month'
import { escaped, ownLook } from '../lib/own-page'
import { isLower } from './plan-changes'
import { type PlanChoice, planNameOf } from './plan-choices'
import type { MonthlyUsage } from './usage-rows'

const RULES = '.note { border-left: 4px solid var(--look); padding-left: .75rem }'

export interface PlanPage {
  /** The signed order, which the form sends back. */
  readonly order: string
  readonly usageTier: Tier
  readonly billingTier: Tier
  readonly choices: readonly PlanChoice[]
  readonly used: MonthsUse
  readonly returnUrl: string
}

/** What was taken of this month's allowances, and when they begin anew. */
export interface MonthsUse extends MonthlyUsage {
  /** Delivered. */
  readonly messages: number
  readonly untilMs: number
}

/** The hub's own page in the place of a payment provider. Nothing runs; the form goes to the hub, which sends the browser on to the app. */
export class PlanHtml {
  readonly #style: string
  readonly #sources: readonly string[]

  /** `appDir`: of the built app, if there is one. */
  constructor(appDir: string | null) {
    const { style, sources } = ownLook(appDir, RULES)
    this.#style = style
    this.#sources = sources
  }

  policy(returnUrl: string | null): string {
    const back = returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`
    return [
      "default-src 'none'",
      ...this.#sources,
      `form-action 'self'${back}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ')
  }

  offer({ order, usageTier, billingTier, choices, used, returnUrl }: PlanPage): string {
    const pending = isLower(billingTier, usageTier)
      ? `<p>It changes to ${planNameOf(billingTier)} when the period ends.</p>`
      : ''
    const lower = new Set(choices.map(({ change }) => change.tier).filter((tier) => isLower(tier, usageTier)))
    return this.#page(
      'Change your plan',
      `<p class="note">No payment provider is configured on this hub, so nothing is charged: a plan is switched by confirming it here.</p>
<p>Your plan is ${planNameOf(usageTier)}.</p>${pending}
${[...lower].map((tier) => consequences(usageTier, tier, used)).join('\n')}
<form method="post">
<input type="hidden" name="order" value="${escaped(order)}">
${choices.map(({ id, label }) => `<button name="choice" value="${escaped(id)}">${escaped(label)}</button>`).join('\n')}
</form>
<p><a href="${escaped(returnUrl)}">Change nothing and go back</a></p>`,
    )
  }

  /** What a page says where it has nothing to offer. */
  refusal(sentence: string): string {
    return this.#page('The plan was not changed', `<p>${escaped(sentence)}</p>`)
  }

  #page(title: string, body: string): string {
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} · Nightjar</title><style>${this.#style}</style></head>
<body><main class="card"><h1>${title}</h1>
${body}
</main></body></html>
`
  }
}

function consequences(from: Tier, tier: Tier, used: MonthsUse): string {
  const { storageBytes, cameras, hasAudio, users } = planLimits[tier]
  const people =
    users < planLimits[from].users
      ? ` Everybody in the workspace stays; nobody can be invited or join beyond ${counted(users, 'user')}.`
      : ''
  return `<p class="note">On ${planNameOf(tier)}, recordings older than ${retentionDays(tier)} days and those beyond ${storageBytes / 1024 ** 2} MB are deleted, the oldest first, a week after the change. No camera can be added beyond ${cameras}${hasAudio ? '' : ', and sound is off'}.${people}${stops(tier, used)}</p>`
}

/** What was used this month counts on after a change in its midst. */
function stops(tier: Tier, { recordedBytes, messages, chats, untilMs }: MonthsUse): string {
  const limits = planLimits[tier]
  const stopped = [
    ...(recordedBytes >= limits.storageBytes ? ['nothing is recorded'] : []),
    ...(messages >= limits.notificationsPerMonth ? ['nobody is notified'] : []),
    ...(chats >= limits.chatsPerMonth ? ['the assistant does not answer'] : []),
  ]
  if (stopped.length === 0) return ''
  return ` This month's allowance there is used up: if you switch now, ${listOfWords(stopped)} until ${utcDay(untilMs)}.`
}
