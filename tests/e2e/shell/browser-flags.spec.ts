import { expect, test } from '@playwright/test'

test('the list of what the browser leaves out, of which only the last counts, holds all of Playwright’s own', async ({
  browser,
}) => {
  const { commandLine } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getInfo')
  const lists = [...commandLine.matchAll(/--disable-features=(\S*)/g)].map(([, names = '']) => names.split(','))
  const [playwrights = [], last = []] = [lists.at(-2), lists.at(-1)]
  expect(lists).toHaveLength(2)
  expect(last).toEqual(expect.arrayContaining([...playwrights, 'WebUIOmniboxPopup']))
  expect(playwrights).toContain('OptimizationHints')
})
