import { pairingCalls } from '../../src/contract/sign-in/pairings'
import type { Member } from '../http/auth'
import type { Handler, Route } from '../http/contract'
import { floodLimit } from '../lib/request-limits'
import { networkOf } from './network-of'
import { placeFor } from './pairing-place'
import type { PairingOwner } from './pairing-rows'
import { makePairing, noteCamera, readPairing, redeem, stopPairing } from './pairings'
import type { SignInServices } from './services'
import { sessionOriginOf } from './session-origin'

export function pairingRoutes(route: Route<SignInServices>): void {
  route(pairingCalls.create, create)
  route(pairingCalls.one, one)
  route(pairingCalls.end, end)
  route(pairingCalls.redeem, redeemLink, floodLimit)
  route(pairingCalls.watch, watch)
}

const ownerOf = ({ workspaceId, userId }: Member, id: string): PairingOwner => ({ id, workspaceId, userId })

const create: Handler<typeof pairingCalls.create, SignInServices> = async (services, { member, request }) =>
  makePairing(services, member, placeFor(services, request))

const one: Handler<typeof pairingCalls.one, SignInServices> = async (services, { member, params }) =>
  readPairing(services, ownerOf(member, params.pairingId))

const end: Handler<typeof pairingCalls.end, SignInServices> = async (services, { member, params }) => {
  await stopPairing(services, ownerOf(member, params.pairingId))
  return {}
}

const redeemLink: Handler<typeof pairingCalls.redeem, SignInServices> = async (services, { body, request }) => {
  await services.pairingTries.take(networkOf(request.ip))
  return redeem(services, body.token, sessionOriginOf(request, 'pairing'))
}

const watch: Handler<typeof pairingCalls.watch, SignInServices> = async (services, { member, params, body }) => {
  await noteCamera(services, ownerOf(member, params.pairingId), body.cameraId)
  return {}
}
