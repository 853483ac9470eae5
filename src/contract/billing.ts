import * as z from 'zod/mini'
import { call } from './call'
import { billingPeriod } from './workspace'

const redirect = z.object({ url: z.string() })

export const product = z.enum(['BASIC', 'PRO', 'TEAM'])
export type Product = z.infer<typeof product>

export const billingCalls = {
  portal: call({
    method: 'POST',
    path: '/billing/portal',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: z.object({ returnUrl: z.string({ error: 'Give the returnUrl.' }) }),
    answer: redirect,
  }),
  checkout: call({
    method: 'POST',
    path: '/billing/subscription/checkout',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: z.object({ workspaceId: z.string(), product, billingCycle: billingPeriod }),
    answer: redirect,
  }),
}
