import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('a camera whose plug is pulled is an alert in the list of events, and its page says so at once (SENSE-01, SENSE-08)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  // A plug that a test can pull: all else is the browser's own.
  await page.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { charging: true, level: 0.73 })
    Object.assign(navigator, { getBattery: async () => battery })
    Object.assign(window, {
      pullPlug: () => {
        battery.charging = false
        battery.dispatchEvent(new Event('chargingchange'))
      },
    })
  })
  await signIn(page, hub, 'power@example.org', '/cameras')
  await addCamera(page, { name: 'Door', location: 'Hall' })
  await turnMotionOn(page, 'Door')
  await page.getByRole('link', { name: 'Set it up to come back after a power cut' }).click()
  const needs = page.getByRole('list', { name: 'What a camera needs' })
  await expect(needs.getByText('On mains power, battery at 73 %.')).toBeVisible()
  await expect(needs.getByText(/^Door\. It goes on/)).toBeVisible()
  await page.evaluate('pullPlug()')
  await expect(needs.getByText('On its battery, at 73 %. Plug the device in.')).toBeVisible()
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByText('Power unplugged at Door').first()).toBeVisible({ timeout: 20_000 })
  expect(trouble).toEqual([])
})
