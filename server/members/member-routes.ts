import { memberCalls } from '../../src/contract/members'
import type { Handler, Route } from '../http/contract'
import { originOf } from '../storage/media-urls'
import { invite, listPeople, remove } from './members'

/** Each invitation is a mail to somebody who did not ask for it. */
const rateLimited = { config: { rateLimit: { max: 30, timeWindow: 3_600_000 } } }

export function memberRoutes(route: Route): void {
  route(memberCalls.list, list)
  route(memberCalls.invite, inviteMember, rateLimited)
  route(memberCalls.remove, removeMember)
}

const list: Handler<typeof memberCalls.list> = async (services, { member }) => listPeople(services, member.workspaceId)

const inviteMember: Handler<typeof memberCalls.invite> = async (services, { member, body, request }) =>
  invite(services, member, body.email, originOf(services, request))

const removeMember: Handler<typeof memberCalls.remove> = async (services, { member, params }) => {
  await remove(services, member, params.userId)
  return {}
}
