import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { enterCredentials, skipTours } from '../../../scripts/demo/steps.mjs'
import { seriousAxeFaults } from '../support/axe'
import { ClipDelivery } from '../support/clip-delivery'
import { overflow, smallTargets } from '../support/layout'
import { signIn } from '../support/signed-in'
import { test as base, expect, HUB_START_LIMIT_MS } from '../support/test'

const owner = 'ann@example.org'
const invited = 'bob@example.org'

/** A hub whose workspaces have room for five people; it is fresh for each test. */
const test = base.extend<{ team: HubProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  team: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-members-'))
    const hub = new HubProcess({ dataDir, env: { DEFAULT_TIER: 'TEAM' }, startLimitMs: HUB_START_LIMIT_MS })
    await hub.start()
    await use(hub)
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
})

async function openBilling(page: Page) {
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect(people(page).first()).toBeVisible()
}
const people = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
const invite = async (page: Page, email: string) => {
  await page.getByLabel('Invite by e-mail').fill(email)
  await page.getByRole('button', { name: 'Send Invitation' }).click()
}
/** The link of the latest invitation, as its mail holds it. */
const linkTo = (hub: HubProcess, email: string) =>
  [...hub.output.matchAll(new RegExp(`Mail to ${email}:\\s[^]*?sign in with this address.*?(http\\S+)`, 'g'))].at(
    -1,
  )?.[1]

test('from the invitation’s mail to the cameras of the workspace, and out again (HUB-20, EXT-10)', async ({
  team,
  openBrowser,
  trouble,
}) => {
  const ann = await openBrowser()
  await signIn(ann, team, owner)
  const delivery = await ClipDelivery.start(team, ann)
  await delivery.addCamera('Front Door')
  await openBilling(ann)

  await test.step('the owner is alone, and invites', async () => {
    await expect(people(ann)).toHaveText([/ann@example\.org \(you\).*Owner/])
    await expect(ann.getByText('1 of 5 users')).toBeVisible()
    await invite(ann, 'bob')
    await expect(ann.getByText('Give an e-mail address, such as name@example.org.')).toBeVisible()
    await invite(ann, invited)
    await expect(ann.getByText(`the invitation to ${invited} is printed on its terminal`)).toBeVisible()
    await expect(people(ann).nth(1)).toContainText('Invited')
    await expect(ann.getByLabel('Invite by e-mail')).toBeFocused()
    await ann.getByRole('button', { name: `Send the invitation to ${invited} again` }).click()
    await expect(ann.getByText(/Too many requests. Try again in \d+ s/)).toBeVisible()
  })

  const bob = await openBrowser()
  await test.step('the mail’s link leads to the workspace', async () => {
    const link = linkTo(team, invited)
    if (link === undefined) throw new Error('The mail holds no link.')
    await bob.goto(link)
    await skipTours(bob)
    await enterCredentials(bob, team, invited)
    await bob.waitForURL('**/dashboard')
    await bob.getByRole('link', { name: 'Cameras', exact: true }).click()
    await expect(bob.getByRole('article', { name: 'Front Door' })).toBeVisible()
  })

  await test.step('who joined sees who is there, whom to ask, and may leave', async () => {
    await openBilling(bob)
    await expect(people(bob)).toHaveText([/ann@example\.org.*Owner/, /bob@example\.org \(you\).*Member/])
    await expect(bob.getByLabel('Invite by e-mail')).toHaveCount(0)
    await expect(bob.getByText(`Only the owner, ${owner}, invites and removes people. Ask them.`)).toBeVisible()
    await expect(bob.getByText(`The owner, ${owner}, can delete this workspace. Ask them.`)).toBeVisible()
    await expect(bob.getByRole('button', { name: 'Delete Workspace' })).toHaveCount(0)
    await bob.getByRole('button', { name: 'Leave' }).click()
    await bob.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await bob.waitForURL('**/login')
    await expect(bob.getByText('You left the workspace. Sign in to use one of your own.')).toBeVisible()
    expect(await bob.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  await test.step('the owner sees that, and withdraws another invitation', async () => {
    await invite(ann, 'carl@example.org')
    await expect(people(ann)).toHaveText([/ann/, /carl@example\.org.*Invited/])
    await ann.getByRole('button', { name: 'Withdraw the invitation to carl@example.org' }).click()
    await ann.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(people(ann)).toHaveCount(1)
  })
  expect(trouble.filter((line) => !line.includes('429'))).toEqual([])
})

test('a workspace is deleted by its owner, who types the address, and is gone for everybody (extension workspace-removal)', async ({
  team,
  openBrowser,
}) => {
  const ann = await openBrowser()
  await signIn(ann, team, owner)
  const delivery = await ClipDelivery.start(team, ann)
  await delivery.addCamera('Front Door')
  await openBilling(ann)
  await ann.getByRole('button', { name: 'Delete Workspace' }).click()
  const question = ann.getByRole('alertdialog', { name: 'Delete this workspace?' })
  const confirm = question.getByRole('button', { name: 'Delete Workspace' })

  await test.step('nothing goes while the address is not typed', async () => {
    const field = question.getByLabel(`Type ${owner} to confirm`)
    await expect(field).toBeFocused()
    await expect(confirm).toBeDisabled()
    await field.fill(invited)
    await expect(confirm).toBeDisabled()
    for (const width of [1440, 390]) {
      await ann.setViewportSize({ width, height: 844 })
      expect(await overflow(ann)).toBeLessThanOrEqual(0)
    }
    expect([await smallTargets(ann), await seriousAxeFaults(ann)]).toEqual([[], []])
    await ann.setViewportSize({ width: 1440, height: 900 })
    await ann.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(ann.getByRole('button', { name: 'Delete Workspace' })).toBeFocused()
  })

  await test.step('then all of it goes, and the next sign-in begins anew', async () => {
    await ann.getByRole('button', { name: 'Delete Workspace' }).click()
    await question.getByLabel(`Type ${owner} to confirm`).fill(` ${owner.toUpperCase()} `)
    await confirm.click()
    await ann.waitForURL('**/login')
    await expect(
      ann.getByText('The workspace was deleted with everything in it. Sign in to begin a new one.'),
    ).toBeVisible()
    await enterCredentials(ann, team, owner)
    await ann.waitForURL('**/dashboard')
    await ann.getByRole('link', { name: 'Cameras', exact: true }).click()
    await expect(ann.getByText('No cameras yet').or(ann.getByText('Add New Camera'))).toBeVisible()
    await expect(ann.getByRole('article', { name: 'Front Door' })).toHaveCount(0)
  })
})
