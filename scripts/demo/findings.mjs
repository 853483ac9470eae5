import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { clipFacts } from './clip-facts.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./hub-process.mjs').HubProcess} HubProcess */

/**
 * Prints an event as its row says it, with the size of its picture.
 * @param {Page} page
 * @param {import('@playwright/test').Locator} row
 * @param {string} cameraName
 */
export async function printEvent(page, row, cameraName) {
  console.log('\nEvents')
  const lines = (await row.innerText()).split('\n').filter((line) => line.trim() !== '' && line !== 'View Clip')
  console.log(`  ${lines.join(' | ')}`)
  const picture = row.getByRole('img')
  await picture.waitFor()
  const size = await picture.evaluate((image) =>
    image instanceof HTMLImageElement ? `${image.naturalWidth} x ${image.naturalHeight}` : 'none',
  )
  console.log(`  thumbnail ${size}, camera ${cameraName}`)
  await page.getByRole('button', { name: 'View Clip' }).first().waitFor()
}

/**
 * Plays the newest clip to its end and saves it; prints what its file holds.
 * @param {Page} page of somebody who watches
 * @param {HubProcess} hub
 * @param {string} out
 */
export async function printClip(page, hub, out) {
  await page.goto(`${hub.url}/videos`)
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const player = page.getByRole('dialog').locator('video')
  await player.waitFor()
  const playedSec = await player.evaluate(playToTheEnd)
  await page.keyboard.press('Escape')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).first().click(),
  ])
  const file = join(out, download.suggestedFilename())
  await download.saveAs(file)
  const facts = await clipFacts(readFileSync(file))
  console.log('\nClip')
  console.log(
    `  ${facts.mediaType}, ${facts.codec} ${facts.width}x${facts.height}, ${facts.framesPerSec.toFixed(1)} frames/s`,
  )
  console.log(`  duration ${facts.durationSec.toFixed(2)} s, ${facts.frames} frames, ${facts.sizeBytes} bytes`)
  console.log(
    `  starts on a keyframe: ${facts.startsOnKeyframe ? 'yes' : 'no'}, sound: ${facts.hasAudio ? 'yes' : 'no'}`,
  )
  console.log(`  the player seeked through it and reached its end at ${playedSec.toFixed(2)} s`)
  console.log(`  saved as ${relative(process.cwd(), file)}`)
}

/**
 * Seeks to the middle and near the end, then plays to the end. Resolves to where the player stood then.
 * @param {Element} video
 * @returns {Promise<number>}
 */
function playToTheEnd(video) {
  if (!(video instanceof HTMLVideoElement)) throw new Error('This is no player.')
  const until = (/** @type {string} */ name) =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true })
      setTimeout(() => reject(new Error(`The player never said ${name}.`)), 20_000)
    })
  return (async () => {
    if (video.readyState < 1) await until('loadedmetadata')
    for (const position of [video.duration / 2, Math.max(0, video.duration - 1)]) {
      const seeked = until('seeked')
      video.currentTime = position
      await seeked
    }
    const ended = until('ended')
    await video.play()
    await ended
    return video.currentTime
  })()
}
