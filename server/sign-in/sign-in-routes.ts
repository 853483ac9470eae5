import { authCalls } from '../../src/contract/sign-in/auth'
import type { Db } from '../db/schema'
import type { Handler, Route } from '../http/contract'
import { floodLimit } from '../lib/request-limits'
import type { SignInServices } from './services'
import { sessionOriginOf } from './session-origin'
import { endSession, refreshSession, startSession } from './sessions'
import { clientOf, matchCode, sendCode, useUpCode } from './sign-in-codes'

export function signInRoutes(route: Route<SignInServices>): void {
  route(authCalls.requestOtp, requestOtp, floodLimit)
  route(authCalls.verifyOtp, verifyOtp, floodLimit)
  route(authCalls.refresh, refresh, floodLimit)
  route(authCalls.signOut, signOut, floodLimit)
}

/** The answer is the same for known and unknown addresses, so that nobody learns who has an account. */
const requestOtp: Handler<typeof authCalls.requestOtp, SignInServices> = async (services, { body, request }) => {
  const retryAtMs = await sendCode(services, { email: body.email, client: clientOf(services, request.ip) })
  return { isNewUser: false, retryAt: new Date(retryAtMs).toISOString() }
}

const verifyOtp: Handler<typeof authCalls.verifyOtp, SignInServices> = async (services, { body, request }) => {
  const asker = { email: body.email, client: clientOf(services, request.ip) }
  const code = await matchCode(services, asker, body.otp)
  const admit = (db: Db) => useUpCode(services, db, code, asker)
  return startSession(services, body.email, sessionOriginOf(request, 'code'), admit)
}

const refresh: Handler<typeof authCalls.refresh, SignInServices> = async (services, { body }) =>
  refreshSession(services, body.refreshToken)

const signOut: Handler<typeof authCalls.signOut, SignInServices> = async (services, { body }) => {
  await endSession(services, body.refreshToken)
  return {}
}
