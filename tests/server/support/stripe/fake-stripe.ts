import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { StripeAddress } from '../../../../server/billing/billing'

/** What a hub with Stripe is started with. */
export const stripeEnvironment = {
  STRIPE_SECRET_KEY: 'sk_test_nightjar',
  STRIPE_WEBHOOK_SECRET: 'whsec_nightjar',
  STRIPE_PRICES: 'PRO_MONTHLY=price_pm,PRO_YEARLY=price_py,TEAM_MONTHLY=price_tm,TEAM_YEARLY=price_ty',
}

export interface StripeRequest {
  readonly method: string
  readonly path: string
  /** Of the form or the query. */
  readonly fields: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
}

export interface FakeSubscription {
  readonly id: string
  readonly status: string
  readonly price: string
  /** Epoch ms. */
  readonly periodEndMs: number
  readonly isEnding?: boolean
  /** Epoch ms of the day that its end was named for. */
  readonly cancelAtMs?: number
}

export interface FakeCheckout {
  readonly id: string
  readonly customer: string
  readonly metadata: Readonly<Record<string, string>>
  status: 'open' | 'complete' | 'expired'
}

/** Stripe's HTTP API as far as the hub uses it, on 127.0.0.1. It refuses what Stripe would refuse. */
export interface FakeStripe {
  readonly address: StripeAddress
  readonly requests: StripeRequest[]
  /** By customer. */
  readonly subscriptions: Map<string, FakeSubscription[]>
  /** Customers that were deleted there, or are of another account. */
  readonly unknown: Set<string>
  /** Those of them that were deleted, which Stripe says to whom asks for the customer itself. */
  readonly deleted: Set<string>
  /** The newest first, as Stripe lists them. */
  readonly checkouts: FakeCheckout[]
  /** Of whom nothing is heard. What is no HTTP stands for it: a connection that only ends is tried once more. */
  isUnheard: (customer: string) => boolean
  /** What every request gets instead of an answer. */
  failWith: number | null
  /** Runs between the answer's making and its sending. */
  beforeSending: () => Promise<void>
  close(): Promise<void>
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const answers = new Map<string, { readonly asked: string; readonly body: object }>()
  const server = createServer((request, response) => {
    void answer(fake, answers, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeStripe = {
    address: { host: '127.0.0.1', port, protocol: 'http' },
    requests: [],
    subscriptions: new Map(),
    unknown: new Set(),
    deleted: new Set(),
    checkouts: [],
    isUnheard: () => false,
    failWith: null,
    beforeSending: async () => {},
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

type Answers = Map<string, { readonly asked: string; readonly body: object }>

async function answer(
  fake: FakeStripe,
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const asked = await readRequest(request)
  fake.requests.push(asked)
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (status: number, message: string, more: object = {}) =>
    send(status, { error: { type: 'invalid_request_error', message, ...more } })
  if (request.headers.authorization !== `Bearer ${stripeEnvironment.STRIPE_SECRET_KEY}`)
    return refuse(401, 'No such key')
  if (fake.failWith !== null) return refuse(fake.failWith, 'Stripe is away')
  const customer = asked.fields['customer'] ?? ''
  if (fake.isUnheard(customer)) return request.socket.end('none\r\n')
  const noCustomer = (id: string, status: number, param: string) =>
    refuse(status, `No such customer: '${id}'`, { code: 'resource_missing', param })
  if (fake.unknown.has(customer)) return noCustomer(customer, 400, 'customer')
  const [, itself] = /^\/v1\/customers\/(.+)$/.exec(asked.path) ?? []
  if (itself !== undefined && fake.unknown.has(itself) && !fake.deleted.has(itself))
    return noCustomer(itself, 404, 'id')
  const words = JSON.stringify([asked.path, asked.fields])
  const known = asked.idempotencyKey === undefined ? undefined : answers.get(asked.idempotencyKey)
  if (known !== undefined && known.asked !== words) return refuse(400, 'The idempotency key was used otherwise')
  const expired = expiredOf(fake, asked)
  if (known === undefined && expired !== undefined && expired.status !== 'open')
    return refuse(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  const body = known?.body ?? objectFor(fake, asked)
  if (body === null) return refuse(404, `Unrecognized request URL (${asked.method}: ${asked.path})`)
  if (asked.idempotencyKey !== undefined) answers.set(asked.idempotencyKey, { asked: words, body })
  await fake.beforeSending()
  return send(200, body)
}

async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '', 'http://stripe')
  const form = request.method === 'GET' ? url.searchParams : new URLSearchParams(Buffer.concat(chunks).toString())
  const key = request.headers['idempotency-key']
  return {
    method: request.method ?? '',
    path: url.pathname,
    fields: Object.fromEntries(form),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  }
}

let made = 0

function objectFor(fake: FakeStripe, { method, path, fields }: StripeRequest): object | null {
  const customer = fields['customer'] ?? ''
  const expired = expiredOf(fake, { method, path })
  if (expired !== undefined) {
    expired.status = 'expired'
    return checkoutObject(expired)
  }
  const deleted = [...fake.deleted].find((id) => method === 'GET' && path === `/v1/customers/${id}`)
  if (deleted !== undefined) return { id: deleted, object: 'customer', deleted: true }
  const [, ended] = (method === 'DELETE' && /^\/v1\/subscriptions\/(.+)$/.exec(path)) || []
  if (ended !== undefined) return endSubscription(fake, ended)
  const checkout = fake.checkouts.find(({ id }) => method === 'GET' && path === `/v1/checkout/sessions/${id}`)
  if (checkout !== undefined) return checkoutObject(checkout)
  switch (`${method} ${path}`) {
    case 'POST /v1/customers':
      made += 1
      return { id: `cus_${made}`, object: 'customer', email: fields['email'] }
    case 'POST /v1/checkout/sessions':
      made += 1
      return checkoutObject(
        addCheckout(fake, { id: `cs_${made}`, customer, metadata: metadataOf(fields), status: 'open' }),
      )
    case 'GET /v1/checkout/sessions': {
      const listed = fake.checkouts.filter((one) => one.customer === customer && one.status === fields['status'])
      return { object: 'list', has_more: false, data: listed.map(checkoutObject) }
    }
    case 'POST /v1/billing_portal/sessions':
      return { id: 'bps_1', object: 'billing_portal.session', url: `https://billing.stripe.example/p/${customer}` }
    case 'GET /v1/subscriptions':
      return {
        object: 'list',
        has_more: false,
        data: (fake.subscriptions.get(customer) ?? []).map((subscription) =>
          subscriptionObject(subscription, customer),
        ),
      }
    default:
      return null
  }
}

function expiredOf(fake: FakeStripe, { method, path }: Pick<StripeRequest, 'method' | 'path'>) {
  return fake.checkouts.find(({ id }) => method === 'POST' && path === `/v1/checkout/sessions/${id}/expire`)
}

function endSubscription(fake: FakeStripe, id: string): object | null {
  for (const [customer, subscriptions] of fake.subscriptions) {
    const found = subscriptions.find((subscription) => subscription.id === id)
    if (found === undefined) continue
    const ended = { ...found, status: 'canceled' }
    fake.subscriptions.set(
      customer,
      subscriptions.map((subscription) => (subscription === found ? ended : subscription)),
    )
    return subscriptionObject(ended, customer)
  }
  return null
}

function addCheckout(fake: FakeStripe, checkout: FakeCheckout): FakeCheckout {
  fake.checkouts.unshift(checkout)
  return checkout
}

function metadataOf(fields: StripeRequest['fields']): Record<string, string> {
  const entries = Object.entries(fields).map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1] ?? '', value])
  return Object.fromEntries(entries.filter(([name]) => name !== ''))
}

function checkoutObject({ id, status, metadata }: FakeCheckout) {
  const url = status === 'open' ? `https://checkout.stripe.example/c/${id}` : null
  return { id, object: 'checkout.session', status, metadata, url }
}

function subscriptionObject(subscription: FakeSubscription, customer: string) {
  const { id, status, price, periodEndMs, isEnding = false, cancelAtMs } = subscription
  const item = {
    id: `si_${id}`,
    object: 'subscription_item',
    price: { id: price },
    current_period_end: periodEndMs / 1000,
  }
  return {
    id,
    object: 'subscription',
    customer,
    status,
    cancel_at: cancelAtMs === undefined ? null : cancelAtMs / 1000,
    cancel_at_period_end: isEnding,
    items: { object: 'list', data: [item] },
  }
}

/** An event as Stripe sends it: body and signature. */
export function stripeEvent(
  event: { id: string; type: string; customer: string },
  signedAtMs: number,
  secret?: string,
) {
  const payload = JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: Math.floor(signedAtMs / 1000),
    data: { object: { id: 'obj_1', object: 'thing', customer: event.customer } },
  })
  const signature = new Stripe('sk_test_nightjar').webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? stripeEnvironment.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(signedAtMs / 1000),
  })
  return { payload, signature }
}
