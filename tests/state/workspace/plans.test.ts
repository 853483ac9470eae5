import { describe, expect, test } from 'vitest'
import { planLimits, planPrices, type Tier, tier } from '../../../src/contract/plans'
import { workspace } from '../../../src/contract/workspace'
import {
  isAvailable,
  isPaid,
  limitsTierOf,
  periodFrom,
  planButton,
  planFeatures,
  planOf,
  priceOf,
  tierChangeOf,
} from '../../../src/state/workspace/plans'

describe('prices (PLAN-01, PLAN-03, PLAN-05)', () => {
  test('of Basic are $0 monthly, and $0 in the yearly view (PLAN-01, X-36)', () => {
    expect([priceOf('BASIC', 'MONTHLY'), priceOf('BASIC', 'YEARLY')]).toEqual(['$0', '$0'])
  })

  test('of Pro are $9.99, and $5.99 per month yearly (PLAN-03)', () => {
    expect([priceOf('PRO', 'MONTHLY'), priceOf('PRO', 'YEARLY')]).toEqual(['$9.99', '$5.99'])
  })

  test('of Team are $22.99, and $13.79 per month yearly (PLAN-05)', () => {
    expect([priceOf('TEAM', 'MONTHLY'), priceOf('TEAM', 'YEARLY')]).toEqual(['$22.99', '$13.79'])
  })

  test('are 40% off by the year (PLAN-07)', () => {
    for (const { monthlyCents, yearlyCents } of Object.values(planPrices)) {
      expect(yearlyCents).toBe(Math.round(monthlyCents * 0.6))
    }
  })
})

describe('the limits that hold', () => {
  const tiers = (billing: Tier | null, usage: Tier | null) =>
    workspace.parse({
      stripeCustomer: billing && { tier: billing, billingPeriod: 'YEARLY' },
      workspaceUsagePeriod: usage && { tier: usage, billingEnd: null },
    })

  test.each<[Tier | null, Tier | null, Tier]>([
    ['BASIC', 'PRO', 'PRO'],
    ['FREE', 'TEAM', 'TEAM'],
    ['PRO', 'TEAM', 'TEAM'],
    ['PRO', 'FREE', 'PRO'],
    ['PRO', null, 'PRO'],
    [null, 'PRO', 'PRO'],
    [null, null, 'FREE'],
  ])('billed %s and used as %s are those of %s: a downgrade waits for the period to end (KEEP-10)', (...row) => {
    const [billing, usage, limits] = row
    expect(limitsTierOf(tiers(billing, usage))).toBe(limits)
  })

  test('of an unknown workspace are those of FREE (X-19)', () => {
    expect(limitsTierOf(undefined)).toBe('FREE')
  })
})

describe('features', () => {
  test('of Basic are the limits of the specification (PLAN-02)', () => {
    expect(planFeatures.BASIC).toEqual([
      '1 camera without audio',
      '200 MB recorded video/month',
      '14-day storage',
      '10 notifications/month',
      '5 AI chats/month',
      '15 s segments',
    ])
  })

  test('of Pro are the limits of the specification (PLAN-04)', () => {
    expect(planFeatures.PRO).toEqual([
      'Up to 3 cameras with audio',
      '5 GB/month of recorded video',
      '3-month storage',
      '100 notifications/month',
      '30 AI chats/month',
      '1-minute segments',
    ])
  })

  test('of Team are the limits of the specification (PLAN-06)', () => {
    expect(planFeatures.TEAM).toEqual([
      'Up to 10 cameras with audio',
      '20 GB/month of recorded video',
      '1-year storage',
      '500 notifications/month',
      '100 AI chats/month',
      'Segments up to 1 minute',
      'Up to 5 users',
    ])
  })

  test.each(['BASIC', 'PRO', 'TEAM'] as const)('of %s say what the hub allows', (plan) => {
    const limits = planLimits[plan]
    const text = planFeatures[plan].join(' ')
    const megabytes = limits.storageBytes / 1024 ** 2
    expect(text).toContain(`${limits.cameras} camera`)
    expect(text).toContain(limits.hasAudio ? 'with audio' : 'without audio')
    expect(text).toContain(megabytes < 1024 ? `${megabytes} MB` : `${megabytes / 1024} GB`)
    expect(text).toContain(`${limits.notificationsPerMonth} notifications`)
    expect(text).toContain(`${limits.chatsPerMonth} AI chats`)
    expect(text).toMatch(limits.segmentMs === 60_000 ? /1[- ]minute/ : `${limits.segmentMs / 1000} s`)
    expect(text.includes(`${limits.users} users`)).toBe(limits.users > 1)
  })
})

describe('plan buttons', () => {
  const buttons = (of: Parameters<typeof planButton>[1]) =>
    (['BASIC', 'PRO', 'TEAM'] as const).map((plan) => planButton(plan, of))

  test('read by tier Current Plan, Coming Soon, Downgrade or Upgrade (BILL-07, BILL-10, BILL-14, X-19, X-32, X-33)', () => {
    expect(Object.fromEntries(tier.options.map((of) => [of, buttons(of)]))).toEqual({
      FREE: ['Current Plan', 'Upgrade', 'Coming Soon'],
      BASIC: ['Current Plan', 'Upgrade', 'Coming Soon'],
      PRO: ['Downgrade', 'Current Plan', 'Coming Soon'],
      TEAM: ['Downgrade', 'Downgrade', 'Current Plan'],
    })
  })

  test('are disabled for the current plan and for Team (BILL-08, BILL-09)', () => {
    expect((['Current Plan', 'Coming Soon', 'Downgrade', 'Upgrade'] as const).map(isAvailable)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('go by paid tiers: PRO and TEAM (X-19, X-34)', () => {
    expect(tier.options.map(isPaid)).toEqual([false, false, true, true])
    expect(tier.options.map(planOf)).toEqual(['BASIC', 'BASIC', 'PRO', 'TEAM'])
  })
})

describe('the query parameter period (BILL-18, X-29, X-30)', () => {
  test.each([
    ['period=yearly', 'YEARLY'],
    ['?period=YEARLY', 'YEARLY'],
    ['a=b&period=yearly', 'YEARLY'],
    ['period=monthly', 'MONTHLY'],
    ['period=weekly', 'MONTHLY'],
    ['', 'MONTHLY'],
  ])('%j gives %s', (search, period) => expect(periodFrom(search)).toBe(period))
})

describe('the downgrade notice (BILL-02, BILL-13, X-31)', () => {
  const of = (billing: string, usage: string, billingEnd: string | null = '2026-04-01T00:00:00Z') =>
    tierChangeOf(
      workspace.parse({
        stripeCustomer: { tier: billing, billingPeriod: 'MONTHLY' },
        workspaceUsagePeriod: { tier: usage, billingEnd },
      }),
    )

  test('names both tiers and the billing end', () => {
    expect(of('BASIC', 'PRO')).toEqual({ to: 'Basic', from: 'Pro', at: '2026-04-01T00:00:00Z' })
    expect(of('FREE', 'TEAM', null)).toEqual({ to: 'Free', from: 'Team', at: null })
  })

  test('shows whenever the two differ, whichever is higher', () => {
    expect(of('PRO', 'BASIC')).toMatchObject({ to: 'Pro', from: 'Basic' })
  })

  test('does not show for equal tiers, for FREE and BASIC, and for an unknown workspace', () => {
    expect([of('PRO', 'PRO'), of('FREE', 'BASIC'), of('BASIC', 'FREE'), tierChangeOf(undefined)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(tierChangeOf(workspace.parse({}))).toBe(null)
  })
})
