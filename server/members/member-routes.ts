import { memberCalls } from '../../src/contract/members'
import type { Handler, Route } from '../http/contract'
import { perHour } from '../lib/request-limits'
import { invite, listPeople, remove } from './members'
import type { MemberServices } from './services'

/** Of a network, in which many may be: whom and how often a workspace invites is counted by itself (HUB-20). */
const rateLimited = perHour(300)

export function memberRoutes(route: Route<MemberServices>): void {
  route(memberCalls.list, list)
  route(memberCalls.invite, inviteMember, rateLimited)
  route(memberCalls.remove, removeMember)
}

const list: Handler<typeof memberCalls.list, MemberServices> = async (services, { member }) =>
  listPeople(services, member.workspaceId)

const inviteMember: Handler<typeof memberCalls.invite, MemberServices> = async (services, { member, body }) => {
  const invited = await invite(services, member, body.email)
  return { ...invited, isMailPrinted: services.config.smtpUrl === null }
}

const removeMember: Handler<typeof memberCalls.remove, MemberServices> = async (services, { member, params }) => {
  return { mailsGoTo: await remove(services, member, params.userId) }
}
