import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlanHtml } from '../../../server/billing/plan-page'
import { ShareHtml } from '../../../server/shares/share-page'

let appDir: string
beforeEach(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'own-page-'))
})
afterEach(() => rm(appDir, { recursive: true }))

async function build(...names: string[]) {
  await mkdir(join(appDir, 'assets'))
  for (const name of names) await writeFile(join(appDir, 'assets', name), '')
}
const film = { title: 'Fox', description: 'At dawn', clipUrl: '/c', posterUrl: null, expiresAtMs: 0 }
const pagesOf = (from: string | null) => {
  const [share, plan] = [new ShareHtml(from), new PlanHtml(from)]
  return [
    { page: share.film(film), policy: share.policy },
    { page: share.nothing(), policy: share.policy },
    { page: plan.refusal('No.'), policy: plan.policy(null) },
  ]
}
const styleIn = (page: string) => /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''

test("the hub's own pages have the typeface of the built app, and nothing else is let in for it (FACE-12)", async () => {
  await build('atkinson-latin-ext-C6vrW8VD.woff2', 'atkinson-latin-BcXVPD7q.woff2', 'index-BcXVPD7q.js')
  for (const { page, policy } of pagesOf(appDir)) {
    expect(styleIn(page).match(/url\([^)]*\)/g)).toEqual(['url("/assets/atkinson-latin-BcXVPD7q.woff2")'])
    expect(policy).toContain("; font-src 'self'; ")
  }
})

test('without a built app they stand in the letters of the system, and load none (FACE-12)', async () => {
  for (const { page, policy } of [...pagesOf(null), ...pagesOf(appDir)]) {
    expect([styleIn(page).includes('url('), policy.includes('font-src')]).toEqual([false, false])
  }
})

test('their style is the one that their policy lets in (FACE-12)', async () => {
  await build('atkinson-latin-BcXVPD7q.woff2')
  for (const { page, policy } of [...pagesOf(appDir), ...pagesOf(null)]) {
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(styleIn(page)).digest('base64')}'`)
  }
})

test('a film stands before what is said of it (FACE-14)', () => {
  const page = new ShareHtml(null).film(film)
  expect(page.indexOf('<h1>')).toBeLessThan(page.indexOf('<video'))
  expect(page.indexOf('<video')).toBeLessThan(page.indexOf('At dawn'))
})
