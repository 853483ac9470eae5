import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LabelCount } from '../../../src/lib/label'
import VideosScreen from '../../../src/screens/videos'
import { Player } from '../../../src/screens/videos/player'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { seen } from '../../server/support/detections'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const videoOf = (id: string, rest: object) => ({
  id,
  title: `Title ${id}`,
  type: 'video/webm',
  notificationType: 'MOTION',
  quality: 'HD',
  size: 1_234_567,
  createdAt: '2026-03-10T11:05:00Z',
  thumbnailUrl: `/thumbnail-${id}.jpg`,
  camera: { name: 'Garden' },
  ...rest,
})
const labelled = (id: string, ...labels: LabelCount[]) => videoOf(id, { labels })
const provide = (...videos: object[]) => {
  app.backend.play(only('GET /videos', answers(200, { videos, total: videos.length })))
  app.backend.play(only('GET /videos/1', answers(200, { videoUrl: '/clip.webm' })))
  app.backend.play(offering('facts'))
}
const people = { label: 'person', count: 2 } as const
const dog = { label: 'dog', count: 1 } as const
const open = () =>
  showScreen(
    app,
    <>
      <VideosScreen />
      <Player />
    </>,
  )
const cards = () => screen.getAllByRole('article')
const titles = () =>
  screen.queryAllByRole('heading', { level: 2, name: /^Title/ }).map(({ textContent }) => textContent)
const choice = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Seen' })
const choose = (value: string) => fireEvent.change(choice() ?? document.body, { target: { value } })

it('a card says how many of what were seen, and nothing where nothing was recognised (LABEL-06)', async () => {
  provide(labelled('1', people, dog), labelled('2'))
  await open()
  const [both, none] = cards()
  expect([both?.textContent?.includes('2 people, 1 dog'), /person|people|dog/.test(none?.textContent ?? '')]).toEqual([
    true,
    false,
  ])
})

it('the player says so in its line and beside the name of the picture (LABEL-06)', async () => {
  const detections = [seen(0, { track: 0 }), seen(500, { track: 0 }), seen(5000, { label: 'dog', track: 1 })]
  provide(videoOf('1', { detections, labels: [people, dog] }))
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Play Title 1' }))
  await act(() => app.settle())
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('2 people, 1 dog')).toBeDefined()
  expect(dialog.getByLabelText('Title 1, 2 people, 1 dog seen').tagName).toBe('VIDEO')
})

describe('the filter of recordings by what is seen (LABEL-06)', () => {
  const bird = { label: 'bird', count: 3 } as const
  const car = { label: 'car', count: 1 } as const
  const all = ['Title 1', 'Title 2', 'Title 3', 'Title 4']

  beforeEach(async () => {
    provide(labelled('1', people, dog), labelled('2', bird), labelled('3', car), labelled('4'))
    await open()
  })

  it.each([
    ['person', ['Title 1']],
    ['animal', ['Title 1', 'Title 2']],
    ['vehicle', ['Title 3']],
  ])('leaves with %s what shows it, and asks for nothing', (value, expected) => {
    expect([...(choice()?.options ?? [])].map(({ text }) => text)).toEqual([
      'All Recordings',
      'People',
      'Animals',
      'Vehicles',
    ])
    const before = app.backend.sent.length
    choose(value)
    expect([titles(), app.backend.sent.length]).toEqual([expected, before])
    choose('all')
    expect(titles()).toEqual(all)
  })

  it('is neither there nor in force with a provider that does not tell (EXT-02)', () => {
    choose('vehicle')
    act(() => app.store.set(extensionsAtom, new Set()))
    expect([choice(), titles()]).toEqual([null, all])
  })
})
