import { readFile } from 'node:fs/promises'
import { filesInZip } from '../../../src/lib/zip-reading'
import { newBrowser } from '../../support/proven-clips'
import { axeFaults } from '../support/axe'
import { ClipDelivery } from '../support/clip-delivery'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

test('a recording is downloaded with its proof, and the page finds it genuine, and not with one other byte (PROOF-13, PROOF-14, PROOF-16)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'ann@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  await delivery.deliver(await delivery.addCamera('Garden'), Date.now() - 60_000, [0, 1, 2, 3], null, newBrowser())
  await page.goto(`${hub.url}/videos`)
  await page.getByRole('button', { name: /^Proof of Garden/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Genuine and whole' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download with proof' }).click()
  const zip = await readFile(await (await coming).path())

  const stranger = await openBrowser()
  await stranger.goto(`${hub.url}/verify`)
  const give = (files: { name: string; bytes: Uint8Array }[]) =>
    stranger
      .getByLabel('Recording and proof')
      .setInputFiles(
        files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
      )
  await give([{ name: 'given.zip', bytes: zip }])
  await expect(stranger.getByRole('heading', { name: 'Genuine and whole', exact: true })).toBeVisible()
  expect(await axeFaults(stranger)).toEqual([])
  const files = (await filesInZip(new Blob([zip]))) ?? []
  const [clip, proof] = await Promise.all(files.map(async ({ name, read }) => ({ name, bytes: await read() })))
  if (!clip?.bytes || !proof?.bytes) throw new Error('The zip is not whole.')
  const { bytes } = clip
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  await give([
    { name: clip.name, bytes },
    { name: proof.name, bytes: proof.bytes },
  ])
  await expect(stranger.getByRole('heading', { name: 'Not the recording that this proof is of' })).toBeVisible()
  expect(trouble).toEqual([])
})
