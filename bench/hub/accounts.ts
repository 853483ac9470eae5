import * as z from 'zod/mini'
import { Complaint } from '../complaint'
import type { HubProcess } from './hub-process'

/** The largest number that a plan allows. */
const CAMERAS_PER_WORKSPACE = 10

const signedIn = z.object({ token: z.string(), workspaceId: z.string() })
/** What is needed of a hub. */
export type AskedHub = Pick<HubProcess, 'port' | 'codeFor'>

export type Account = z.infer<typeof signedIn>

export interface BenchCamera extends Account {
  readonly cameraId: string
}

/** `place`: households are at addresses of their own, as one address is sent only so many codes an hour. */
export async function signIn(hub: AskedHub, email: string, place = 0): Promise<Account> {
  const from = { 'x-forwarded-for': `10.0.${Math.floor(place / 250)}.${(place % 250) + 1}` }
  await post(hub, '/auth/request-otp', { email }, from)
  return signedIn.parse(await post(hub, '/auth/verify-otp', { email, otp: await hub.codeFor(email) }, from))
}

export async function addCamera(hub: AskedHub, account: Account, name: string): Promise<BenchCamera> {
  const body = { name, location: 'Bench', deviceId: name, deviceLabel: 'Bench' }
  const { id } = z.object({ id: z.string() }).parse(await post(hub, '/cameras', body, headersOf(account)))
  return { ...account, cameraId: id }
}

/** Cameras in as many workspaces as they need. */
export async function makeCameras(hub: AskedHub, count: number): Promise<BenchCamera[]> {
  const cameras: BenchCamera[] = []
  for (let workspace = 0; cameras.length < count; workspace++) {
    const account = await signIn(hub, `bench${workspace}@example.org`, workspace + 1)
    const missing = Math.min(CAMERAS_PER_WORKSPACE, count - cameras.length)
    for (let index = 0; index < missing; index++) cameras.push(await addCamera(hub, account, `Camera ${index}`))
  }
  return cameras
}

export function headersOf({ token, workspaceId }: Account): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
}

/** Sends a call; whoever it is refused to hears why. */
export async function post(
  hub: AskedHub,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${hub.port}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Complaint(`The hub refused ${path}: ${await answer.text()}`)
  return answer.json()
}
