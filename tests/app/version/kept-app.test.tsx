import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '../../../src/app/patiently'
import { keepApp } from '../../../src/app/version/kept-app'
import { appKeeperAtom, isNewVersionHereAtom } from '../../../src/state/shell/app-version'
import { LatePart } from '../../../src/ui/layout/late-part'
import { startApp, type TestApp } from '../../support/app'

/** In this file's browser no service worker can be had, as on a page whose certificate it warns of. */
let app: TestApp
/** What the hub answers, or what stands before it; null: nothing. */
let answer: string | null
beforeEach(async () => {
  app = await startApp()
  const meta = Object.assign(document.createElement('meta'), { name: 'nightjar-version', content: 'a1' })
  document.head.append(meta)
  answer = null
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== '/' || answer === null) throw new TypeError('Failed to fetch')
    return new Response(answer)
  })
  await keepApp(app.store)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  await app.close()
})

const pageOf = (version: string) =>
  `<!doctype html><meta name="nightjar-version" content="${version}" /><p>Nightjar</p>`
const isNew = () => app.store.get(isNewVersionHereAtom)
const look = () => app.store.get(appKeeperAtom)?.look()

it('a browser that does not keep the app asks the hub which version it has (SHELL-09)', async () => {
  answer = pageOf('a1')
  await look()
  expect(isNew()).toBe(false)
  answer = pageOf('b2')
  await look()
  expect(isNew()).toBe(true)
})

it('neither a hub that is away nor what answers for it is a new version (SHELL-09)', async () => {
  await look()
  answer = '<p>Sign in to this network first</p>'
  await look()
  expect(isNew()).toBe(false)
})

it('code that the hub has no longer tells of the new version at once (SHELL-09)', async () => {
  answer = pageOf('b2')
  const code = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  code.mockResolvedValue('here')
  const loading = patiently(code)
  await vi.waitFor(() => expect(isNew()).toBe(true))
  expect(await loading).toBe('here')
})

it('so does that of a dialog (SHELL-09)', async () => {
  answer = pageOf('b2')
  new LatePart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))).fetch()
  await vi.waitFor(() => expect(isNew()).toBe(true))
})

const isLeftAlone = () => app.store.get(appKeeperAtom)?.isLeftAlone(0)

it('a field that shows what is kept, or is there to be copied, is not half typed (SHELL-09)', () => {
  render(
    <>
      <input readOnly value="npm start" />
      <input type="email" defaultValue="ann@example.org" />
    </>,
  )
  expect(isLeftAlone()).toBe(true)
})

it('one that somebody has typed in is, until it is empty again (SHELL-09)', () => {
  render(<input aria-label="Name" />)
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Ya' } })
  expect(isLeftAlone()).toBe(false)
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '' } })
  expect(isLeftAlone()).toBe(true)
})
