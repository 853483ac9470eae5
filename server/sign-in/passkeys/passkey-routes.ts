import { passkeyCalls } from '../../../src/contract/sign-in/passkeys'
import type { Handler, Route } from '../../http/contract'
import { floodLimit } from '../../lib/request-limits'
import type { SignInServices } from '../services'
import { sessionOriginOf } from '../session-origin'
import { clientOf } from '../sign-in-codes'
import { tellOfNewPasskey } from './new-passkey-mail'
import {
  creationOptionsFor,
  listOwnPasskeys,
  registerPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
} from './own-passkeys'
import { requestOptionsFor, signInByPasskey } from './passkey-sign-in'
import { relyingPartyOf } from './relying-party'

type Of<Name extends keyof typeof passkeyCalls> = Handler<(typeof passkeyCalls)[Name], SignInServices>

export function passkeyRoutes(route: Route<SignInServices>): void {
  route(passkeyCalls.list, list)
  route(passkeyCalls.registrationOptions, registrationOptions, floodLimit)
  route(passkeyCalls.register, register, floodLimit)
  route(passkeyCalls.rename, rename)
  route(passkeyCalls.remove, remove)
  route(passkeyCalls.signInOptions, signInOptions, floodLimit)
  route(passkeyCalls.signIn, signIn, floodLimit)
}

const list: Of<'list'> = async (services, { member }) => listOwnPasskeys(services, member)

const registrationOptions: Of<'registrationOptions'> = async (services, { member, request }) =>
  creationOptionsFor(services, member, relyingPartyOf(services, request))

const register: Of<'register'> = async (services, { member, request, body }) => {
  const passkey = await registerPasskey(services, member, relyingPartyOf(services, request), body)
  const { name, host } = passkey
  const from = sessionOriginOf(request, 'passkey')
  void tellOfNewPasskey(services, member, { name, host, from })
  return passkey
}

const rename: Of<'rename'> = async (services, { member, params, body }) =>
  renameOwnPasskey(services, member, params.passkeyId, body.name)

const remove: Of<'remove'> = async (services, { member, params }) => {
  await removeOwnPasskey(services, member, params.passkeyId)
  return {}
}

const signInOptions: Of<'signInOptions'> = async (services, { request }) =>
  requestOptionsFor(services, clientOf(services, request.ip), relyingPartyOf(services, request))

const signIn: Of<'signIn'> = async (services, { request, body }) =>
  signInByPasskey(services, {
    credential: body.credential,
    client: clientOf(services, request.ip),
    party: relyingPartyOf(services, request),
    from: sessionOriginOf(request, 'passkey'),
  })
