import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExtensionName } from '../../../src/contract/extensions'
import type { LabelCount } from '../../../src/lib/label'
import DashboardScreen from '../../../src/screens/dashboard'
import EventsScreen from '../../../src/screens/events'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { seen } from '../../server/support/detections'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const dog = { label: 'dog', count: 1 } as const
const people = { label: 'person', count: 2 } as const
const car = { label: 'car', count: 1 } as const

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  app.storage.setItem('showDashboardTutorial', 'false')
  await app.signIn()
})
afterEach(() => app.close())

const eventOf = (id: string, type: string, rest: object) => ({
  id,
  type,
  title: `Title ${id}`,
  message: `Message ${id}`,
  videoId: `v${id}`,
  createdAt: new Date(app.backend.hub.clock.now() - 60_000).toISOString(),
  video: { thumbnailUrl: null, camera: { name: 'Garden' } },
  ...rest,
})
const labelled = (id: string, type: string, ...labels: LabelCount[]) => eventOf(id, type, { labels })

/** The provider has these events, and offers this beyond part one. */
function provide(events: object[], ...offered: ExtensionName[]) {
  app.backend.play(only('GET /notifications', answers(200, { events, total: events.length })))
  app.backend.play(only('GET /notifications/search', answers(200, { events, total: events.length })))
  app.backend.play(offering(...offered))
}
const rows = (name = 'Events') =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
const titles = () => rows().map((text) => /Title \d/.exec(text)?.[0])
const filter = () => screen.getByLabelText<HTMLSelectElement>('Event type')
const options = () => [...filter().options].map(({ text }) => text)
const choose = async (value: string) => {
  fireEvent.change(filter(), { target: { value } })
  await act(() => app.settle())
}

describe.each([
  ['Events', EventsScreen],
  ['Recent Activity', DashboardScreen],
])('%s', (list, Screen) => {
  it('say how many of what were seen, and nothing where nothing was recognised (LABEL-06)', async () => {
    const alone = { label: 'person', count: 1 } as const
    const events = [labelled('1', 'PERSON', people, dog), labelled('2', 'PERSON', alone), labelled('3', 'MOTION')]
    provide(events, 'facts')
    await showScreen(app, <Screen />)
    const [both, one, none] = rows(list)
    expect(both).toContain('2 people, 1 dog')
    expect(one).toMatch(/1 person(?!,)/)
    expect(none).not.toMatch(/person|people|dog/)
  })

  it('count what detections show where the provider sends no labels, and believe labels where it does (LABEL-06)', async () => {
    const video = (detections: object[]) => ({ video: { thumbnailUrl: null, detections, camera: { name: 'Garden' } } })
    const events = [
      eventOf('1', 'PERSON', video([seen(0), seen(0)])),
      eventOf('2', 'PERSON', { ...video([seen(0), seen(0)]), labels: [dog] }),
    ]
    provide(events, 'detections')
    await showScreen(app, <Screen />)
    const [counted, told] = rows(list)
    expect([counted?.includes('2 people'), told?.includes('1 dog'), told?.includes('people')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the filter of events', () => {
  const events = () => [
    labelled('1', 'PERSON', people, dog),
    labelled('2', 'MOTION', { label: 'bird', count: 2 }),
    labelled('3', 'MOTION', car),
    labelled('4', 'MOTION'),
  ]

  it('has animals and vehicles after its specified options, whatever the type (LABEL-06)', async () => {
    provide(events(), 'facts')
    await showScreen(app, <EventsScreen />)
    expect(options()).toEqual(['All Events', 'Person', 'Motion', 'Alerts', 'Animals', 'Vehicles'])
    await choose('animal')
    expect(titles()).toEqual(['Title 1', 'Title 2'])
    await choose('vehicle')
    expect(titles()).toEqual(['Title 3'])
    await choose('PERSON')
    expect(titles()).toEqual(['Title 1'])
    await choose('all')
    expect(titles().length).toBe(4)
  })

  it('is told to the hub’s search as a group, and a type as a type (LABEL-06, EXT-18)', async () => {
    provide(events(), 'facts', 'event-search')
    await showScreen(app, <EventsScreen />)
    fireEvent.change(screen.getByPlaceholderText('Search events...'), { target: { value: 'nothing like it' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search all events on the hub' }))
    await act(() => app.settle())
    for (const value of ['animal', 'MOTION']) await choose(value)
    const asked = app.backend
      .sentTo('GET /notifications/search')
      .map(({ path }) => new URLSearchParams(path.split('?')[1]))
    expect(asked.map((query) => [query.get('group'), query.get('type')])).toEqual([
      [null, null],
      ['animal', null],
      [null, 'MOTION'],
    ])
  })

  it('forgets animals with a provider that does not tell of them, and has neither there (LABEL-06, EXT-02)', async () => {
    provide(events(), 'facts')
    await showScreen(app, <EventsScreen />)
    await choose('animal')
    act(() => app.store.set(extensionsAtom, new Set()))
    expect([options().slice(3), filter().value, titles().length]).toEqual([['Alerts'], 'all', 4])
  })
})
