import { apiTokenCalls } from '../../src/contract/sign-in/api-tokens'
import type { Handler, Route } from '../http/contract'
import { perHour } from '../lib/request-limits'
import type { SignInServices } from './services'

/** Per client address: nobody needs more tokens than the workspace may have. */
const rateLimited = perHour(100)

export function apiTokenRoutes(route: Route<SignInServices>): void {
  route(apiTokenCalls.list, list)
  route(apiTokenCalls.create, create, rateLimited)
  route(apiTokenCalls.revoke, revoke)
}

const list: Handler<typeof apiTokenCalls.list, SignInServices> = async ({ apiTokens }, { member }) =>
  apiTokens.list(member)

const create: Handler<typeof apiTokenCalls.create, SignInServices> = async ({ apiTokens }, { member, body }) =>
  apiTokens.issue(member, body)

const revoke: Handler<typeof apiTokenCalls.revoke, SignInServices> = async ({ apiTokens }, { member, params }) => {
  await apiTokens.revoke(member, params.tokenId)
  return {}
}
