import * as z from 'zod/mini'
import { MIN_RETENTION_DAYS } from './limits'

export const tier = z.enum(['FREE', 'BASIC', 'PRO', 'TEAM'])
export type Tier = z.infer<typeof tier>

const MB = 1024 ** 2
const GB = 1024 ** 3

/** What a plan allows (PLAN-02, PLAN-04, PLAN-06). */
export interface PlanLimits {
  readonly cameras: number
  readonly hasAudio: boolean
  /** Recorded video. */
  readonly storageBytes: number
  /** Storage time that the plan names. */
  readonly storageDays: number
  readonly notificationsPerMonth: number
  readonly chatsPerMonth: number
  readonly segmentMs: number
  readonly users: number
}

const basic: PlanLimits = {
  cameras: 1,
  hasAudio: false,
  storageBytes: 200 * MB,
  storageDays: 14,
  notificationsPerMonth: 10,
  chatsPerMonth: 5,
  segmentMs: 15_000,
  users: 1,
}

/** FREE and BASIC are one level. */
export const planLimits: Readonly<Record<Tier, PlanLimits>> = {
  FREE: basic,
  BASIC: basic,
  PRO: {
    cameras: 3,
    hasAudio: true,
    storageBytes: 5 * GB,
    storageDays: 90,
    notificationsPerMonth: 100,
    chatsPerMonth: 30,
    segmentMs: 60_000,
    users: 1,
  },
  TEAM: {
    cameras: 10,
    hasAudio: true,
    storageBytes: 20 * GB,
    storageDays: 365,
    notificationsPerMonth: 500,
    chatsPerMonth: 100,
    segmentMs: 60_000,
    users: 5,
  },
}

/** What a plan costs per month, in US cents (PLAN-01, PLAN-03, PLAN-05; X-36: Basic costs nothing either way). */
export interface PlanPrice {
  readonly monthlyCents: number
  /** Per month, billed by the year: 40% off. */
  readonly yearlyCents: number
}

export const planPrices: Readonly<Record<Exclude<Tier, 'FREE'>, PlanPrice>> = {
  BASIC: { monthlyCents: 0, yearlyCents: 0 },
  PRO: { monthlyCents: 999, yearlyCents: 599 },
  TEAM: { monthlyCents: 2299, yearlyCents: 1379 },
}

/** Days a recording is kept: the plan's, never less than the 30 that the Videos screen promises. */
export function retentionDays(of: Tier): number {
  return Math.max(planLimits[of].storageDays, MIN_RETENTION_DAYS)
}
