import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { product } from '../../src/contract/billing'
import { billingPeriod } from '../../src/contract/workspace'
import { MINUTE_MS } from '../../src/lib/durations'
import { CLOCKS_APART_MS, type Clock } from '../lib/clock'
import type { Keys } from '../storage/secret'

/** Time to read the page and decide. */
const LIFETIME_MS = 30 * MINUTE_MS

const order = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  /** Of the device that asked: the page ends with it (DEV-05). */
  sessionId: z.string(),
  /** What the page was opened for: one plan, or all there are. */
  wanted: z.nullable(z.object({ product, billingCycle: billingPeriod })),
  /** Absolute address in the app. */
  returnUrl: z.string(),
})
/** Who may change which workspace's plan on the hub's own page, and where the browser goes afterwards. */
export type PlanOrder = z.infer<typeof order>

const signedOrder = z.extend(order, { expiresAt: z.number() })

/** Orders as text that only this hub can write. The page works in a plain tab, which sends no session token. */
export interface PlanPageLinks {
  sign(order: PlanOrder): string
  /** null: damaged, not ours or too old. */
  read(text: string): PlanOrder | null
}

export function createPlanPageLinks(keys: Keys, clock: Clock): PlanPageLinks {
  const key = Buffer.from(hkdfSync('sha256', keys.mediaLink, '', 'nightjar plan page', 32))
  const signatureOf = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url')
  return {
    sign(given) {
      const content = { ...given, expiresAt: clock.now() + LIFETIME_MS }
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${payload}.${signatureOf(payload)}`
    },
    read(text) {
      const [payload = '', signature = '', ...more] = text.split('.')
      const expected = Buffer.from(signatureOf(payload))
      const given = Buffer.from(signature)
      if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const read = signedOrder.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      if (!read.success) return null
      const leftMs = read.data.expiresAt - clock.now()
      return leftMs > 0 && leftMs <= LIFETIME_MS + CLOCKS_APART_MS ? read.data : null
    },
  }
}
