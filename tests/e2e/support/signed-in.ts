import type { Page } from '@playwright/test'
import type { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { skipTours } from '../../../scripts/demo/steps.mjs'
import { guardedRoutes } from './routes'

type SignInHub = Pick<HubProcess, 'url' | 'nextCode'>

/**
 * Opens a screen as somebody who has signed in with this browser before. How a person signs in is for sign-in/ and
 * journey.filming.spec.ts.
 */
export async function signIn(page: Page, hub: SignInHub, email: string, address = '/dashboard'): Promise<void> {
  await haveSession(page, hub, email)
  await page.goto(`${hub.url}${address}`)
  const { heading = '' } = guardedRoutes.find(({ path }) => path === address) ?? {}
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/**
 * The session is in the page's storage, under the names of SESS-01, and the page is an empty one of the hub's origin, where
 * things can be delivered: for who goes on to a screen by its address, as to open one costs a second of a core.
 */
export async function haveSession(page: Page, hub: SignInHub, email: string): Promise<void> {
  await post(hub, 'request-otp', { email })
  const session = await post(hub, 'verify-otp', { email, otp: await hub.nextCode(email) })
  // A page of the hub's origin that runs nothing; without its icon the browser would ask the hub for one.
  const blank = `${hub.url}/blank`
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(blank)
  await page.unroute(blank)
  await page.evaluate((items) => {
    for (const [name, value] of items) localStorage.setItem(name, String(value))
  }, Object.entries(session))
  await skipTours(page)
}

async function post(hub: Pick<SignInHub, 'url'>, call: string, body: object): Promise<object> {
  const answer = await fetch(`${hub.url}/v1/auth/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${await answer.text()}`)
  return Object(await answer.json())
}
