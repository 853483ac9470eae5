/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ open: string, locked: string, members: string }} SharePaths where strangers and members come to */

const PASSWORD = 'correct horse'

/**
 * Shares clips of the workspace of a signed-in page: for everybody, by a password, and for members.
 * @param {Page} page
 * @returns {Promise<SharePaths>}
 */
export async function shareClips(page) {
  const words = { title: 'A fox at the front door', description: 'It came at dawn, looked in, and went again.' }
  const [open = '', locked = '', members = ''] = await shareVideos(page, [
    { ...words, isPublic: true },
    { title: 'For the neighbours', description: '', isPublic: true, password: PASSWORD },
    { title: 'For the family', description: 'Who was that?', isPublic: false },
  ])
  return { open, locked, members }
}

/**
 * A share of each of the latest clips, and where it is.
 * @param {Page} page
 * @param {readonly object[]} shares
 * @returns {Promise<string[]>}
 */
export async function shareVideos(page, shares) {
  return page.evaluate(async (wanted) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
    }
    const { videos } = await (await fetch('/v1/videos?page=0&pageSize=10', { headers })).json()
    const paths = []
    for (const [index, share] of wanted.entries()) {
      const body = JSON.stringify({
        videoId: videos[index % videos.length].id,
        expiryDays: 7,
        password: null,
        ...share,
      })
      const answer = await fetch('/v1/shares', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      if (!answer.ok) throw new Error(`POST /shares: ${answer.status} ${await answer.text()}`)
      paths.push(new URL((await answer.json()).shareUrl).pathname)
    }
    return paths
  }, shares)
}

/**
 * What somebody sees of shares besides their screen, and how one gets there.
 * @type {Readonly<Record<string, (page: Page, url: string, paths: SharePaths) => Promise<unknown>>>}
 */
export const shareViews = {
  'share-new': async (page, url) => {
    await page.goto(`${url}/video-sharing`)
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Title').fill('A fox at the front door')
    await page.getByText('Password Protection').click()
  },
  'share-edit': async (page, url) => {
    await page.goto(`${url}/video-sharing`)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'share-page': (page, url, { open }) => page.goto(`${url}${open}`),
  'share-password': (page, url, { locked }) => page.goto(`${url}${locked}`),
  'share-refused': async (page, url, { locked }) => {
    await page.goto(`${url}${locked}`)
    await page.getByLabel('Password').fill('wrong horse')
    await page.getByRole('button', { name: 'Watch' }).click()
    await page.getByRole('alert').waitFor()
  },
  'share-members': (page, url, { members }) => page.goto(`${url}${members}`),
  'share-ended': (page, url) => page.goto(`${url}/s/${'a'.repeat(43)}`),
}
