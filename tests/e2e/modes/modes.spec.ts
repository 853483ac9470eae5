import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('a mode that is switched by keyboard on one screen shows in another browser, and the dashboard says why (MODE-04, MODE-13, MODE-14)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const [page, other] = [await openBrowser(), await openBrowser()]
  await signIn(page, hub, 'ann@example.org', '/videos')
  await signIn(other, hub, 'ann@example.org', '/dashboard')
  const control = page.getByRole('button', { name: 'Mode: Armed' })
  await control.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Armed' })).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.type('Nig')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mode: Night' })).toBeFocused()
  await expect(other.getByText(/^Night, chosen by ann@example.org at .*, until somebody changes it$/)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Mode: Night' })).toBeVisible()
  // A schedule, from the other browser.
  // In a low window the menu reaches the bar at its foot, and lies above it.
  await other.setViewportSize({ width: 720, height: 450 })
  await other.getByRole('button', { name: 'Mode: Night' }).press('Enter')
  // Asked, not tried: a press scrolls the page until nothing covers its entry.
  await expect.poll(() => other.getByRole('menu').evaluate(hasItsFootOnTop)).toBe(true)
  await other.keyboard.press('End')
  await expect(other.getByRole('menuitem', { name: 'Schedule and cameras' })).toHaveAttribute('data-highlighted')
  await other.keyboard.press('Enter')
  await other.setViewportSize({ width: 1440, height: 900 })
  await other.getByRole('button', { name: 'Add Switch' }).click()
  const time = other.getByLabel('Time of switch 1')
  await time.focus()
  // Part by part; where a clock has 24 hours, the last key means nothing.
  await time.pressSequentially('0130a')
  await expect(time).toHaveValue('01:30')
  await other.getByLabel('Mode of switch 1').selectOption('Away')
  await other.getByRole('button', { name: 'Save Schedule' }).click()
  await other.getByRole('button', { name: 'Follow the schedule' }).click()
  await expect(page.getByRole('button', { name: 'Mode: Away' })).toBeVisible()
  expect(trouble).toEqual([])
})

function hasItsFootOnTop(menu: Element): boolean {
  const { x, width, bottom } = menu.getBoundingClientRect()
  return menu.contains(document.elementFromPoint(x + width / 2, bottom - 4))
}
