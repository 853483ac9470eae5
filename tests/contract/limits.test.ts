import { expect, test } from 'vitest'
import * as limits from '../../src/contract/limits'
import { planLimits, retentionDays, type Tier, tier } from '../../src/contract/plans'

const MB = 1024 * 1024
const GB = 1024 * MB

test('a sign-in code has 6 digits, 10 minutes and a resend wait of 60 s (AUTH-42, AUTH-44, AUTH-49)', () => {
  const { CODE_LENGTH, CODE_LIFETIME_MS, RESEND_WAIT_MS, CODE_MAX_TRIES } = limits
  expect([CODE_LENGTH, CODE_LIFETIME_MS, RESEND_WAIT_MS]).toEqual([6, 600_000, 60_000])
  expect(CODE_MAX_TRIES).toBe(5)
})

test('motion and capture go at their pace (REC-01, REC-02, REC-03, REC-04, REC-10)', () => {
  expect(limits.MOTION_CHECK_INTERVAL_MS).toBe(300)
  expect(limits.MOTION_CHECK_INTERVAL_MOBILE_MS).toBe(500)
  expect(limits.RECORDING_COOLDOWN_MS).toBe(5_000)
  expect(limits.CLIP_LENGTH_MS).toBe(15_000)
  expect(limits.DEFAULT_SENSITIVITY_PERCENT).toBe(50)
  expect(limits.SNAPSHOT_INTERVAL_MS).toBe(2_500)
  expect(limits.SNAPSHOT_JPEG_QUALITY).toBe(0.5)
  expect(limits.RESOLUTION_LABEL).toBe('1080p')
})

test('dashboard and lists have their sizes (DASH-25, EVT-19, VID-21)', () => {
  expect(limits.DASHBOARD_WINDOW_MS).toBe(86_400_000)
  expect(limits.DASHBOARD_PAGE_SIZE).toBe(100)
  expect(limits.ACTIVITY_ROWS).toBe(4)
  expect(limits.EVENTS_PAGE_SIZE).toBe(5)
  expect(limits.VIDEOS_PAGE_SIZE).toBe(6)
})

test('there are four tiers (BILL-14)', () => {
  expect(tier.options).toEqual(['FREE', 'BASIC', 'PRO', 'TEAM'])
})

const basic = {
  cameras: 1,
  hasAudio: false,
  storageBytes: 200 * MB,
  storageDays: 14,
  notificationsPerMonth: 10,
  chatsPerMonth: 5,
  segmentMs: 15_000,
  users: 1,
}
const plans: readonly (readonly [Tier, object])[] = [
  ['FREE', basic],
  ['BASIC', basic],
  [
    'PRO',
    {
      cameras: 3,
      hasAudio: true,
      storageBytes: 5 * GB,
      storageDays: 90,
      notificationsPerMonth: 100,
      chatsPerMonth: 30,
      segmentMs: 60_000,
      users: 1,
    },
  ],
  [
    'TEAM',
    {
      cameras: 10,
      hasAudio: true,
      storageBytes: 20 * GB,
      storageDays: 365,
      notificationsPerMonth: 500,
      chatsPerMonth: 100,
      segmentMs: 60_000,
      users: 5,
    },
  ],
]

test.each(plans)('%s allows what its plan says (PLAN-02, PLAN-04, PLAN-06, X-19)', (name, limitsOfPlan) => {
  expect(planLimits[name]).toEqual(limitsOfPlan)
})

test('recordings are kept as long as the plan says, but never less than the 30 days of the screen (X-18)', () => {
  expect(tier.options.map((name) => [name, retentionDays(name)])).toEqual([
    ['FREE', 30],
    ['BASIC', 30],
    ['PRO', 90],
    ['TEAM', 365],
  ])
})
