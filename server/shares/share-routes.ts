import type { FastifyRequest } from 'fastify'
import { SHARE_PAGE, shareCalls } from '../../src/contract/shares'
import type { Handler, Route } from '../http/contract'
import { addressOf, originOf } from '../http/origin'
import { isThisMachine, originForOthers } from '../http/reach'
import { notFound } from '../lib/errors'
import { perHour } from '../lib/request-limits'
import { unsealText } from '../lib/sealed-text'
import { mediaUrls } from '../storage/media-urls'
import type { ShareServices } from './services'
import { shareSignatures } from './share-gate'
import { findShareForUser, type ShownShare } from './share-rows'
import { changeShare, makeShare, presentShare, readShares, revokeShare } from './shares'

/** Per client address: a password costs a hash, and nobody needs more shares than the workspace may have. */
const rateLimited = perHour(200)

export function shareRoutes(route: Route<ShareServices>): void {
  route(shareCalls.list, list)
  route(shareCalls.create, create, rateLimited)
  route(shareCalls.change, change, rateLimited)
  route(shareCalls.revoke, revoke)
  route(shareCalls.pass, pass)
}

const list: Handler<typeof shareCalls.list, ShareServices> = async (services, { member, request }) => ({
  shares: (await readShares(services, member.workspaceId)).map(presenter(services, request)),
  isReachable: !isThisMachine(new URL(linkOrigin(services, request)).hostname),
})

const create: Handler<typeof shareCalls.create, ShareServices> = async (services, { member, body, request }) =>
  presenter(services, request)(await makeShare(services, member, body))

const change: Handler<typeof shareCalls.change, ShareServices> = async (services, { member, params, body, request }) =>
  presenter(services, request)(await changeShare(services, member.workspaceId, params.shareId, body))

const revoke: Handler<typeof shareCalls.revoke, ShareServices> = async (services, { member, params }) => {
  await revokeShare(services, member.workspaceId, params.shareId)
  return {}
}

/** At the address that the member uses: it is the same browser. */
const pass: Handler<typeof shareCalls.pass, ShareServices> = async (services, { member, params, request }) => {
  const { db, clock, keys } = services
  const share = await findShareForUser(db, member.userId, params.shareId, clock.now())
  const token = share && unsealText(keys.shareToken, share.id, share.sealed_token)
  // A program has no session that the pass could end with, nor a browser.
  if (share === undefined || token == null || member.sessionId === null) throw notFound('share')
  const text = shareSignatures(services).signPass(share.id, member.sessionId)
  return { url: `${originOf(services, request)}${SHARE_PAGE}/${token}?${new URLSearchParams({ pass: text })}` }
}

function presenter(
  services: ShareServices,
  request: FastifyRequest,
): (row: ShownShare) => ReturnType<typeof presentShare> {
  const origin = linkOrigin(services, request)
  const urlOf = mediaUrls(services, request)
  return (row) => presentShare(row, { keys: services.keys, origin, urlOf })
}

/** Links are for others: where this machine has an address for them, it is that one. */
function linkOrigin(services: ShareServices, request: FastifyRequest): string {
  return originForOthers(services, request) ?? addressOf(services, request).origin
}
