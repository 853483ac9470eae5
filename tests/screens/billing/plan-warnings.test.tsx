import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Workspace } from '../../../src/contract/workspace'
import { formatDateTime } from '../../../src/lib/date-time'
import BillingScreen from '../../../src/screens/billing'
import VideosScreen from '../../../src/screens/videos'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'BASIC' })
  await app.signIn()
})
afterEach(() => app.close())

const words = () => screen.queryByText(/your recordings are kept as on/)?.textContent ?? null

/** The hub says this of the plan. */
function play(said: Pick<Workspace, 'formerPlan' | 'recordedMonth'>): void {
  const id = app.services.session.read()?.workspaceId
  const stripeCustomer = { tier: 'BASIC', billingPeriod: 'MONTHLY' }
  const workspaceUsagePeriod = { tier: 'BASIC', billingEnd: '2026-04-01T00:00:00.000Z' }
  app.backend.play(only(`GET /workspaces/${id}`, answers(200, { id, stripeCustomer, workspaceUsagePeriod, ...said })))
}
const former = { tier: 'PRO', keptUntil: '2026-03-17T12:00:00.000Z', leavingBytes: 3 * 1024 ** 3 } as const

it.each([
  ['Billing', <BillingScreen key="billing" />],
  ['Videos', <VideosScreen key="videos" />],
])('%s says in the week after a downgrade what goes and when (KEEP-16)', async (_name, shown) => {
  play({ formerPlan: former })
  await showScreen(app, shown)
  // With the minute: on that day they go from then on.
  const until = formatDateTime(former.keptUntil)
  expect(words()).toBe(
    `Until ${until} your recordings are kept as on Pro. Then up to 3.00 GB of them are deleted, the oldest first: those older than 30 days, and those that Basic has no room for. Download what you need before.`,
  )
})

it('says that they go within a day where the hub was off beyond the week (KEEP-08, KEEP-16)', async () => {
  const keptUntil = new Date(app.services.nowMs()).toISOString()
  play({ formerPlan: { ...former, keptUntil } })
  await showScreen(app, <BillingScreen />)
  const said = `Your recordings were kept as on Pro until ${formatDateTime(keptUntil)}. Within a day up to 3.00 GB of them`
  expect(screen.queryByText(new RegExp(`^${said}`))).not.toBeNull()
})

it('says nothing where nothing goes (KEEP-16)', async () => {
  play({ formerPlan: { ...former, leavingBytes: 0 } })
  await showScreen(app, <BillingScreen />)
  expect(words()).toBeNull()
})

it('says nothing without a downgrade, nor for a provider that does not tell (EXT-02, EXT-25)', async () => {
  play({})
  await showScreen(app, <BillingScreen />)
  expect(words()).toBeNull()
})

it.each([
  ['Billing', <BillingScreen key="billing" />],
  ['Videos', <VideosScreen key="videos" />],
])('%s says that little of the month’s recorded video is left, and what then (KEEP-19)', async (_name, shown) => {
  const MB = 1024 ** 2
  const recordedMonth = { usedBytes: 199.9 * MB, totalBytes: 200 * MB, endsAt: '2026-04-01T00:00:00.000Z' }
  play({ recordedMonth })
  await showScreen(app, shown)
  expect(screen.getByText(/of recorded video are used/).textContent).toBe(
    `99 % of this month’s 200.00 MB of recorded video are used; what was deleted counts too. Once all is used, you are told what cameras see, but no clip is kept until ${formatDateTime(recordedMonth.endsAt)}.`,
  )
})

it('says nothing of a month that is over, as what is kept of an absent hub may be of it (KEEP-19)', async () => {
  const endsAt = new Date(app.services.nowMs()).toISOString()
  play({ recordedMonth: { usedBytes: 199, totalBytes: 200, endsAt } })
  await showScreen(app, <BillingScreen />)
  expect(screen.queryByText(/of recorded video are used/)).toBeNull()
})
