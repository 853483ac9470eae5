import { createHash } from 'node:crypto'
import { planLimits, retentionDays, type Tier } from '../../src/contract/plans'
import { isLower } from './plan-changes'
import { type PlanChoice, planNameOf } from './plan-choices'

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; color: #1a202c; background: #fff }
h1 { font-size: 1.5rem } button { font: inherit; padding: .6rem 1rem; margin: .25rem 0; width: 100%; border: 1px solid #2b6cb0; border-radius: .4rem; background: #2b6cb0; color: #fff; cursor: pointer }
a { color: #2b6cb0 } .note { border-left: 4px solid #b7791f; padding-left: .75rem }
@media (prefers-color-scheme: dark) { body { color: #f7fafc; background: #171923 } a { color: #90cdf4 } }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing runs, nothing is loaded; the form goes to the hub, which sends the browser on to the app. */
export function planPagePolicy(returnUrl: string | null): string {
  const back = returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${back}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export interface PlanPage {
  /** The signed order, which the form sends back. */
  readonly order: string
  readonly usageTier: Tier
  readonly billingTier: Tier
  readonly choices: readonly PlanChoice[]
  readonly returnUrl: string
}

export function planPageHtml({ order, usageTier, billingTier, choices, returnUrl }: PlanPage): string {
  const pending = isLower(billingTier, usageTier)
    ? `<p>It changes to ${planNameOf(billingTier)} when the period ends.</p>`
    : ''
  const lower = choices.find(({ change }) => isLower(change.tier, usageTier))
  return page(
    'Change your plan',
    `<p class="note">No payment provider is configured on this hub, so nothing is charged: a plan is switched by confirming it here.</p>
<p>Your plan is ${planNameOf(usageTier)}.</p>${pending}
${lower === undefined ? '' : consequences(lower.change.tier)}
<form method="post">
<input type="hidden" name="order" value="${escaped(order)}">
${choices.map(({ id, label }) => `<button name="choice" value="${escaped(id)}">${escaped(label)}</button>`).join('\n')}
</form>
<p><a href="${escaped(returnUrl)}">Change nothing and go back</a></p>`,
  )
}

/** What a page says where it has nothing to offer. */
export function planPageRefusal(sentence: string): string {
  return page('The plan was not changed', `<p>${escaped(sentence)}</p>`)
}

function consequences(tier: Tier): string {
  const { storageBytes, cameras, hasAudio } = planLimits[tier]
  return `<p class="note">On ${planNameOf(tier)}, recordings older than ${retentionDays(tier)} days and those beyond ${storageBytes / 1024 ** 2} MB are deleted, the oldest first, a week after the change. No camera can be added beyond ${cameras}${hasAudio ? '' : ', and sound is off'}.</p>`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} · Nightjar</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>
`
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
