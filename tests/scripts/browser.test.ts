import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser, launchFlags, windowlessBrowser, withCamera } from '../../scripts/browser.mjs'

type Machine = NonNullable<Parameters<typeof findBrowser>[0]>

describe('the search for a browser', () => {
  let folder = ''
  let asked: string[] = []

  async function program(...path: string[]) {
    const file = join(folder, ...path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, '', { mode: 0o755 })
    return file
  }

  /** A machine where nothing can be installed, unless a test says otherwise. */
  function search(machine: Machine = {}) {
    return findBrowser({
      env: { PATH: [join(folder, 'first'), join(folder, 'second')].join(delimiter) },
      bundles: [join(folder, 'Chromium.app')],
      starts: () => true,
      installWithApt: async () => {
        asked.push('apt')
        return false
      },
      installWithPlaywright: async () => {
        asked.push('playwright')
        return undefined
      },
      ...machine,
    })
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-browser-'))
    asked = []
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('takes CHROME_PATH before anything else', async () => {
    await program('first', 'chromium')
    const chosen = await program('chosen')
    expect(await search({ env: { PATH: join(folder, 'first'), CHROME_PATH: chosen } })).toBe(chosen)
  })

  it('says so when CHROME_PATH leads nowhere, and does not look further', async () => {
    await program('first', 'chromium')
    const env = { PATH: join(folder, 'first'), CHROME_PATH: join(folder, 'gone') }
    await expect(search({ env })).rejects.toThrow(/CHROME_PATH is .*gone, but there is no program/)
    expect(asked).toEqual([])
  })

  it('finds the browser without windows beside it, unless one is named or it does not start', async () => {
    const browser = await program('first', 'chromium')
    const shell = await program('second', 'chromium-headless-shell')
    const env = { PATH: [join(folder, 'first'), join(folder, 'second')].join(delimiter) }
    const starts = () => true
    expect(windowlessBrowser(browser, { env, starts })).toBe(shell)
    expect(windowlessBrowser(browser, { env, starts: () => false })).toBe(browser)
    expect(windowlessBrowser(browser, { env: { PATH: join(folder, 'first') }, starts })).toBe(browser)
    expect(windowlessBrowser(browser, { env: { ...env, CHROME_PATH: browser }, starts })).toBe(browser)
  })

  it('prefers chromium to chrome wherever they are on the PATH', async () => {
    await program('first', 'google-chrome')
    const chromium = await program('second', 'chromium')
    expect(await search()).toBe(chromium)
  })

  it('passes over a program that does not start and a file that is no program', async () => {
    const note = await program('first', 'chromium-browser')
    await writeFile(join(folder, 'first', 'chromium'), 'text', { mode: 0o644 })
    const chrome = await program('second', 'google-chrome-stable')
    expect(await search({ starts: (file) => file !== note })).toBe(chrome)
  })

  it('looks for application bundles after the PATH', async () => {
    const bundle = await program('Chromium.app')
    expect(await search()).toBe(bundle)
    const onPath = await program('second', 'google-chrome')
    expect(await search()).toBe(onPath)
  })

  it('installs with apt where it can, and takes what came', async () => {
    const installWithApt = async () => {
      await program('second', 'chromium')
      return true
    }
    expect(await search({ installWithApt })).toBe(join(folder, 'second', 'chromium'))
    expect(asked).toEqual([])
  })

  it("turns to Playwright's own browser after apt", async () => {
    const file = join(folder, 'downloaded')
    expect(await search({ installWithPlaywright: async () => file })).toBe(file)
    expect(asked).toEqual(['apt'])
  })

  it('ends with a sentence that says what to do', async () => {
    await expect(search()).rejects.toThrow('install Chromium or Chrome, or set CHROME_PATH')
    expect(asked).toEqual(['apt', 'playwright'])
  })
})

describe('the camera flags', () => {
  it('add a file as the camera to the flags given', () => {
    expect(withCamera(launchFlags, '/room.y4m')).toEqual([
      ...launchFlags,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--use-file-for-fake-video-capture=/room.y4m',
    ])
  })
})
