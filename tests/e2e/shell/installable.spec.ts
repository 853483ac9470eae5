import { expect, test } from '../support/test'

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly type: string
}

test('the app can be installed: manifest and icons are ours, complete and served as what they are (UI-06)', async ({
  hub,
  openBrowser,
  request,
  trouble,
}) => {
  const page = await openBrowser()
  await page.goto(`${hub.url}/login`)
  const devtools = await page.context().newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${hub.url}/manifest.webmanifest`, []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A profile that forgets everything can install nothing; that is the only obstacle here.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const answer = await request.get(url)
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const { icons, name, display } = (await answer.json()) as { icons: Icon[]; name: string; display: string }
  expect([name, display]).toEqual(['Nightjar', 'standalone'])
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(`${hub.url}${src}`)
    expect([icon.status(), icon.headers()['content-type']?.split(';')[0]]).toEqual([200, type])
    if (type !== 'image/png') continue
    const bytes = await icon.body()
    // Width and height stand in a PNG's first chunk.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(trouble).toEqual([])
})
