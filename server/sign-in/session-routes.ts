import { sessionCalls } from '../../src/contract/sign-in/sessions'
import type { Handler, Route } from '../http/contract'
import type { SignInServices } from './services'
import { endOtherSessions, endOwnSession, listSignedInDevices } from './signed-in-devices'

export function sessionRoutes(route: Route<SignInServices>): void {
  route(sessionCalls.list, list)
  route(sessionCalls.end, end)
  route(sessionCalls.endOthers, endOthers)
}

const list: Handler<typeof sessionCalls.list, SignInServices> = async (services, { member }) =>
  listSignedInDevices(services, member)

const end: Handler<typeof sessionCalls.end, SignInServices> = async (services, { member, params }) => {
  await endOwnSession(services, member, params.sessionId)
  return {}
}

const endOthers: Handler<typeof sessionCalls.endOthers, SignInServices> = async (services, { member }) => ({
  ended: await endOtherSessions(services, member),
})
