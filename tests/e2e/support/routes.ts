import type { Page } from '@playwright/test'

export interface AppRoute {
  readonly path: string
  readonly heading: string
  /** Shows without a session; the sign-in screens show only without one. */
  readonly isOpen: boolean
  /** The button that leads to a part of the screen that no address has, by its name. */
  readonly press?: string
}

const guarded = (path: string, heading: string): AppRoute => ({ path, heading, isOpen: false })
const open = (path: string, heading: string): AppRoute => ({ path, heading, isOpen: true })

/** The eight screens behind the guard (NAV-33). */
export const guardedRoutes: readonly AppRoute[] = [
  guarded('/dashboard', 'Security Dashboard'),
  guarded('/cameras', 'Camera Management'),
  guarded('/ai-chat', 'AI Security Assistant'),
  guarded('/events', 'Security Events'),
  guarded('/videos', 'Video Recordings'),
  guarded('/notifications', 'Notification Settings'),
  guarded('/video-sharing', 'Secure Video Sharing'),
  guarded('/billing', 'Billing & Subscriptions'),
]

/** Those that other parts of the app lead to. */
export const furtherRoutes: readonly AppRoute[] = [
  guarded('/modes', 'Modes'),
  guarded('/live', 'Live wall'),
  guarded('/cameras/this-device', 'This device is a camera'),
]

/** Parts of a screen that are as large as one. */
export const furtherViews: readonly AppRoute[] = [{ ...guarded('/events', 'Security Events'), press: 'Timeline' }]

export const openRoutes: readonly AppRoute[] = [
  open('/login', 'Welcome Back'),
  open('/verification-code', 'Check Your Email'),
  open('/pair', 'Use this device as a camera'),
  open('/verify', 'Check a recording'),
  open('/nowhere', '404'),
]

/** Opens a screen anew and waits until it shows; those behind the guard need a signed-in page, the others none. */
export async function visit(page: Page, hubUrl: string, { path, heading, press }: AppRoute): Promise<void> {
  if (path === '/verification-code') {
    // What the sign-in screen passes along; the browser keeps it over a reload.
    await page.goto(`${hubUrl}/login`)
    await page.evaluate(() => history.replaceState({ email: 'a@example.org', retryAt: null }, '', '/verification-code'))
    await page.reload()
  } else await page.goto(`${hubUrl}${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  if (press !== undefined) await page.getByRole('button', { name: press, exact: true }).click()
  // A screen whose camera sends snapshots is never idle.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
}
