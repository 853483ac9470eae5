import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventDescription } from '../../../src/contract/descriptions'
import EventsScreen from '../../../src/screens/events'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const JACKET = 'A man in a red jacket carries a box to the door.'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const eventOf = (id: string, description?: EventDescription) => ({
  id,
  type: 'PERSON',
  title: `Title ${id}`,
  message: `Message ${id}`,
  videoId: `v${id}`,
  description,
  createdAt: new Date(app.backend.hub.clock.now() - 60_000).toISOString(),
  video: { thumbnailUrl: null, camera: { name: 'Garden' } },
})
const provide = (...events: object[]) =>
  app.backend.play(only('GET /notifications', answers(200, { events, total: events.length })))
const rows = () => within(screen.getByRole('list', { name: 'Events' })).getAllByRole('listitem')
const texts = () => rows().map(({ textContent }) => textContent ?? '')

describe('what a model says of an event (VIS-11)', () => {
  it('stands in its row, marked as made by a model; that it waits or is given up is said in words', async () => {
    provide(
      eventOf('1', { phase: 'written', text: JACKET }),
      eventOf('2', { phase: 'waiting' }),
      eventOf('3', { phase: 'given-up' }),
      eventOf('4'),
    )
    await showScreen(app, <EventsScreen />)
    const [written, waiting, givenUp, none] = texts()
    expect(written).toContain(`AIDescription by a language model: ${JACKET}`)
    expect(
      screen.getByTitle(/^A man .*\(Written by a language model from pictures of the event; it may be wrong\.\)$/),
    ).toBeDefined()
    expect(waiting).toContain('A language model is asked what this shows…')
    expect(givenUp).toContain('No description: the language model gave none.')
    expect(none).not.toMatch(/language model/)
  })

  it('is text, whatever stands in it', async () => {
    provide(eventOf('1', { phase: 'written', text: '<img src=x onerror=alert(1)> [a](https://evil.example)' }))
    await showScreen(app, <EventsScreen />)
    expect(rows()[0]?.querySelectorAll('img[src=x], a')).toHaveLength(0)
    expect(texts()[0]).toContain('<img src=x onerror=alert(1)>')
  })

  it('is found by the search over the loaded page', async () => {
    provide(eventOf('1', { phase: 'written', text: JACKET }), eventOf('2'))
    await showScreen(app, <EventsScreen />)
    fireEvent.change(screen.getByPlaceholderText('Search events...'), { target: { value: 'RED jacket' } })
    await act(() => app.settle())
    expect(texts().map((text) => /Title \d/.exec(text)?.[0])).toEqual(['Title 1'])
  })

  it('shows in the player', async () => {
    provide(eventOf('1', { phase: 'written', text: JACKET }))
    const { Player } = await import('../../../src/screens/videos/player')
    await showScreen(
      app,
      <>
        <EventsScreen />
        <Player />
      </>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Play Title 1' }))
    await act(() => app.settle())
    expect(within(screen.getByRole('dialog')).getByText(JACKET)).toBeDefined()
  })
})
