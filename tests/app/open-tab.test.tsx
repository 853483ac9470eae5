import { afterEach, expect, it, vi } from 'vitest'
import { browserPage } from '../../src/app/services'

afterEach(() => vi.restoreAllMocks())

const noop = () => undefined
const page = () =>
  browserPage({
    onSignedOut: noop,
    onExtensions: noop,
    onNoExtensions: noop,
    onOutcome: noop,
    namesExtensions: () => false,
  })

it('a clip goes to the tab that its click was given, which knows nothing of the app (EVT-10)', () => {
  const given = { opener: 'the app', location: { href: 'about:blank' } }
  const open = vi.spyOn(window, 'open').mockReturnValue(given as unknown as Window)
  page().openTab().go('/film/1')
  expect(given).toEqual({ opener: null, location: { href: `${location.origin}/film/1` } })
  expect(open).toHaveBeenCalledTimes(1)
})

it.each([
  ['null', null],
  ['nothing at all', undefined],
])(
  'where the browser answers %s for a tab, the clip is opened by its address once that is known (EVT-10)',
  (_, given) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(given as null)
    const tab = page().openTab()
    tab.go('/film/1')
    expect(open.mock.calls.map(([url]) => url)).toEqual(['about:blank', `${location.origin}/film/1`])
    expect(open.mock.lastCall?.[2]).toContain('noopener')
    tab.close()
  },
)
