import { readFile } from 'node:fs/promises'
import { addCamera } from '../../../scripts/demo/steps.mjs'
import { unzip } from '../../server/support/zip'
import { ClipDelivery } from '../support/clip-delivery'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('recordings are kept, removed and downloaded whole, and a camera is removed (EXT-11, EXT-12, EXT-13)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'removal@example.org')
  await addCamera(page, { name: 'Yard', location: 'Shed' })
  const delivery = await ClipDelivery.start(hub, page)
  const cameraId = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await (await fetch('/v1/cameras', { headers })).json())[0].id as string
  })
  for (const minutesAgo of [1, 5]) await delivery.deliver(cameraId, Date.now() - minutesAgo * 60_000, [0, 1, 2])

  await test.step('a recording is marked as kept', async () => {
    await page.getByRole('link', { name: 'Videos', exact: true }).click()
    const keep = page.getByRole('button', { name: /^Keep Yard/ }).first()
    await keep.click()
    await expect(keep).toHaveAttribute('aria-pressed', 'true')
    // It is disabled while the hub is told, which takes the focus from it (UI-04).
    await expect(keep).toBeFocused()
  })

  await test.step('the zip of everything holds both', async () => {
    await page.getByRole('button', { name: 'Manage Storage' }).click()
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Everything' }).click()
    const files = unzip(await readFile(await (await arriving).path()))
    expect([...files.keys()].filter((name) => /^videos\/.*\.(webm|mp4)$/.test(name)).length).toBe(2)
    await page.keyboard.press('Escape')
  })

  await test.step('a recording goes after a question that has its way back focused', async () => {
    await page
      .getByRole('button', { name: /^Remove Yard/ })
      .first()
      .click()
    const question = page.getByRole('alertdialog', { name: 'Remove this recording?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: /^Remove Yard/ })).toHaveCount(1)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })

  await test.step('Escape answers the question about a camera and leaves its settings open', async () => {
    await page.getByRole('link', { name: 'Cameras', exact: true }).click()
    await page.getByRole('article', { name: 'Yard' }).getByRole('button', { name: 'Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings of Yard' })
    await settings.getByRole('button', { name: 'Remove Camera' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove Yard?' })
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(settings).toBeVisible()
    await settings.getByRole('button', { name: 'Remove Camera' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('article', { name: 'Yard' })).toBeHidden()
    await expect(page.getByText('Camera removed.')).toBeVisible()
  })
  expect(trouble).toEqual([])
})
