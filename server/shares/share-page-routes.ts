import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { SHARE_PAGE } from '../../src/contract/shares'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import { answerError } from '../http/error-answers'
import { Brake } from '../lib/brake'
import { HubError, notFound } from '../lib/errors'
import { takeForms } from '../lib/own-page'
import { hashOfSecret } from '../lib/random-secrets'
import { floodLimit } from '../lib/request-limits'
import { createLinkSignatures, type LinkSignatures } from '../lib/signed-links'
import { networkOf } from '../sign-in/network-of'
import { clientOf } from '../sign-in/sign-in-codes'
import { extensionOf, mediaTypes } from '../storage/blobs'
import { sendBlob } from '../storage/media-routes'
import type { ShareServices } from './services'
import { COOKIE_LIFETIME_MS, cookieNames, cookiesOf, gateOf, shareSignatures } from './share-gate'
import { ShareHtml } from './share-page'
import { isPassword, takePasswordTry } from './share-passwords'
import { countView, findShareByToken, type OpenShare } from './share-rows'

const PAGE_TYPE = 'text/html; charset=utf-8'
const MAX_FORM_BYTES = 4096
/**
 * What an address may hold in the place of a token: anything else is not looked up. The table holds a token as a hash,
 * and sealed (lib/sealed-text.ts): members copy a link again weeks after it was made, for the next neighbour.
 */
const TOKEN_PATTERN = /^[\w-]{43}$/
/** Addresses of no share that one network address may try. Nothing can be guessed; it spares the database. */
const WRONG_TOKENS_PER_MINUTE = 60
/** Pages of one share that one network address gets: each may be a view, which is written down. */
const PAGES_PER_MINUTE = 300
/** Whoever reloads the page within an hour is one view. */
const SEEN_MS = HOUR_MS

/** In the app: it asks for a pass, and comes back with it. */
const appAddress = (shareId: string) => `/video-sharing?open=${encodeURIComponent(shareId)}`

const address = z.object({ token: z.string() })
const pageQuery = z.object({ pass: z.optional(z.string()) })
const form = z.object({ password: z.string().check(z.maxLength(200)) })
const linkQuery = z.object({ expires: z.string(), signature: z.string() })

/** The public side of shares: a page of the hub's own with no session and nothing of the app, and its film and picture. */
export function sharePageRoutes(fastify: FastifyInstance, services: ShareServices): void {
  const html = new ShareHtml(services.config.appDir)
  const pages = new SharePages(services, html)
  const url = `${SHARE_PAGE}/:token`
  const scoped: FastifyPluginAsync = async (scope) => {
    takeForms(scope, MAX_FORM_BYTES)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive, noimageindex',
        'content-security-policy': html.policy,
      })
    })
    const asPage = { errorHandler: refusalsAsPages(html) }
    scope.get(url, asPage, async (request, reply) => sendPage(reply, await pages.show(request, reply)))
    scope.post(url, { ...asPage, ...floodLimit }, async (request, reply) =>
      sendPage(reply, await pages.takePassword(request, reply)),
    )
    for (const kind of ['clip', 'poster'] as const) {
      scope.get(`${url}/${kind}`, (request, reply) => pages.sendFile(kind, request, reply))
    }
  }
  void fastify.register(scoped)
}

class SharePages {
  readonly #services: ShareServices
  readonly #html: ShareHtml
  readonly #links: LinkSignatures
  readonly #wrong: Brake
  readonly #shown: Brake
  /** Hashes of tokens that were right since the start: strangers behind the same address do not keep them out. */
  readonly #known = new Set<string>()

  constructor(services: ShareServices, html: ShareHtml) {
    this.#services = services
    this.#html = html
    this.#links = createLinkSignatures(services.keys.shareLink, services.clock)
    const brake = (name: string, max: number) =>
      new Brake(services.clock, { name, max, windowMs: MINUTE_MS }, services.countOfAll)
    this.#wrong = brake('wrong-shares', WRONG_TOKENS_PER_MINUTE)
    this.#shown = brake('share-pages', PAGES_PER_MINUTE)
  }

  async show(request: FastifyRequest, reply: FastifyReply): Promise<string | FastifyReply> {
    const share = await this.#find(request)
    if (share === null) throw notFound('share')
    await this.#shown.take(`${networkOf(request.ip)} ${share.id}`)
    const pass = pageQuery.safeParse(request.query).data?.pass
    if (pass !== undefined) return this.#takePass(share, pass, request, reply)
    const gate = await gateOf(this.#services, share, request)
    if (gate.state === 'members-only') return this.#html.members(appAddress(share.id))
    if (gate.state === 'password') return this.#html.password(null)
    if (!gate.isMember) await this.#countView(share, request, reply)
    const place = placeOf(request)
    const urlOf = (kind: string) => `${place}/${kind}?${new URLSearchParams(this.#links.sign(subjectOf(share, kind)))}`
    return this.#html.film({
      title: share.title,
      description: share.description,
      clipUrl: urlOf('clip'),
      posterUrl: share.thumbnail_key === null ? null : urlOf('poster'),
      expiresAtMs: share.expires_at,
    })
  }

  async takePassword(request: FastifyRequest, reply: FastifyReply): Promise<string | FastifyReply> {
    const share = await this.#find(request)
    if (share === null) throw notFound('share')
    const gate = await gateOf(this.#services, share, request)
    if (gate.state !== 'password' || share.password_hash === null) return reply.redirect(placeOf(request), 303)
    const given = form.safeParse(request.body).data?.password ?? ''
    const client = clientOf(this.#services, request.ip)
    const wasRight = await takePasswordTry(this.#services, { shareId: share.id, client })
    if (!(await isPassword(given, share.password_hash))) {
      const refusal = new HubError(403, 'invalid-input', 'This password is wrong. Check it, and try again.')
      if (!isForPeople(request)) throw refusal
      reply.code(refusal.status)
      return this.#html.password(refusal.message)
    }
    await wasRight()
    setCookie(request, reply, {
      name: cookieNames.password,
      value: shareSignatures(this.#services).signPassword(share),
      lifetimeMs: COOKIE_LIFETIME_MS,
    })
    return reply.redirect(placeOf(request), 303)
  }

  /** The link alone opens nothing: the gate is asked again, and the share looked up, for each range of bytes. */
  async sendFile(kind: 'clip' | 'poster', request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const share = await this.#find(request)
    const asked = linkQuery.safeParse(request.query).data
    const isSigned =
      share !== null &&
      asked !== undefined &&
      this.#links.isValid(subjectOf(share, kind), asked.expires, asked.signature)
    const isOpen = isSigned && (await gateOf(this.#services, share, request)).state === 'open'
    const key = kind === 'clip' ? share?.blob_key : share?.thumbnail_key
    const blob = isOpen && key != null ? await this.#services.blobs.open(key) : null
    if (blob === null || key == null) throw notFound('film or picture behind this link, or the link has ended')
    const extension = extensionOf(key)
    reply.headers({
      'content-type': mediaTypes[extension],
      'content-disposition': `inline; filename="${kind}.${extension}"`,
      'accept-ranges': 'bytes',
    })
    return sendBlob(blob, request, reply)
  }

  /** From the app: whoever brings it is a member now. It leaves the address at once. */
  async #takePass(share: OpenShare, pass: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signatures = shareSignatures(this.#services)
    const sessionId = signatures.readPass(share.id, pass)
    if (sessionId !== null) {
      const value = signatures.signMember(share.id, sessionId)
      setCookie(request, reply, { name: cookieNames.member, value, lifetimeMs: COOKIE_LIFETIME_MS })
    }
    return reply.redirect(placeOf(request), 303)
  }

  async #countView(share: OpenShare, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method === 'HEAD' || cookiesOf(request).has(cookieNames.seen)) return
    setCookie(request, reply, { name: cookieNames.seen, value: '1', lifetimeMs: SEEN_MS })
    await countView(this.#services.db, share.id)
  }

  /** null: there is none, or it has ended. Refuses with 429 too many that are not there. */
  async #find(request: FastifyRequest): Promise<OpenShare | null> {
    const { token } = address.parse(request.params)
    if (!TOKEN_PATTERN.test(token)) return null
    const { db, clock } = this.#services
    const hash = hashOfSecret(token)
    const network = networkOf(request.ip)
    const isKnown = this.#known.has(hash)
    // Counted before it is looked up, so that many at once are no way around the limit.
    if (!isKnown) await this.#wrong.take(network)
    const share = await findShareByToken(db, hash, clock.now())
    if (share === undefined) this.#known.delete(hash)
    else if (!isKnown) {
      this.#wrong.giveBack(network)
      this.#known.add(hash)
    }
    return share ?? null
  }
}

/** The file is in it: a link outlives neither the share nor the clip. */
function subjectOf({ id, blob_key }: OpenShare, kind: string): string {
  return `share/${id}/${kind}/${blob_key}`
}

/** Path of the page. */
function placeOf(request: FastifyRequest): string {
  return `${SHARE_PAGE}/${address.parse(request.params).token}`
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly lifetimeMs: number
}

/** For this page and what is below it alone, and for no script. */
function setCookie(request: FastifyRequest, reply: FastifyReply, { name, value, lifetimeMs }: Cookie): void {
  const parts = [`${name}=${value}`, `Path=${placeOf(request)}`, `Max-Age=${Math.floor(lifetimeMs / 1000)}`]
  const rules = ['HttpOnly', 'SameSite=Lax', ...(request.protocol === 'https' ? ['Secure'] : [])]
  // Fastify adds to this header what is set again.
  reply.header('set-cookie', [...parts, ...rules].join('; '))
}

function sendPage(reply: FastifyReply, page: string | FastifyReply): FastifyReply {
  return typeof page === 'string' ? reply.type(PAGE_TYPE).send(page) : page
}

/** A refusal is a page too where a browser asks. */
function refusalsAsPages(html: ShareHtml) {
  return (problem: Error, request: FastifyRequest, reply: FastifyReply): void => {
    if (!(problem instanceof HubError) || !isForPeople(request)) return answerError(problem, request, reply)
    sendPage(reply, refusalPage(html, problem, reply))
  }
}

function isForPeople({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}

function refusalPage(html: ShareHtml, { status, message, retry }: HubError, reply: FastifyReply): string {
  reply.code(status)
  if (retry !== null) reply.header('retry-after', retry.afterSeconds)
  if (status === 404) return html.nothing()
  return html.note(status === 429 ? 'Too many tries' : 'Not now', message)
}
