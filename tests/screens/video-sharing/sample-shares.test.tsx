import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import VideoSharingScreen from '../../../src/screens/video-sharing'
import { startApp, type TestApp } from '../../support/app'
import { withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  app.backend.play(withoutExtensions)
  await app.signIn()
})
afterEach(() => app.close())

async function toggle(name: string) {
  await act(async () => {
    screen.getByRole('switch', { name }).click()
    await app.settle()
  })
}
const passwords = () => document.querySelectorAll('input[type=password]')

it('where the provider has no shares, the screen is a picture: it shows everything and sends nothing (GEN-07, SHARE-01, SHARE-02, SHARE-03, SHARE-04, SHARE-05, SHARE-06, SHARE-07, SHARE-08, SHARE-09, SHARE-10, SHARE-11)', async () => {
  const sentBefore = app.backend.sent.length
  await showScreen(app, <VideoSharingScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Secure Video Sharing' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Create New Share' })).toBeDefined()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Fox' } })
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'At dawn' } })
  expect(within(screen.getByLabelText('Video Clip')).getAllByRole('option').length).toBeGreaterThan(2)
  const days = within(screen.getByLabelText('Expires After')).getAllByRole('option')
  expect(days.map((day) => [day.textContent, day.getAttribute('value')])).toEqual([
    ['1 day', '1'],
    ['3 days', '3'],
    ['1 week', '7'],
    ['1 month', '30'],
  ])
  await toggle('Public Share')
  expect(screen.getByRole('switch', { name: 'Public Share' })).toHaveProperty('checked', true)

  expect(passwords()).toHaveLength(0)
  await toggle('Password Protection')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  await toggle('Password Protection')
  expect(passwords()).toHaveLength(0)
  await toggle('Password Protection')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')

  fireEvent.click(screen.getByRole('button', { name: 'Create Secure Share' }))
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Fox')

  const shares = screen.getAllByRole('listitem')
  expect(shares).toHaveLength(3)
  for (const share of shares.map((item) => within(item))) {
    expect(share.getByText(/^\d+ views?$/)).toBeDefined()
    expect(share.getByText(/^Expires .*\d{4}/)).toBeDefined()
    expect(share.getByText(/^(Public|Private)$/)).toBeDefined()
    for (const name of ['Copy link', 'Preview', 'Edit', 'Revoke Access'])
      fireEvent.click(share.getByRole('button', { name }))
  }
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getAllByText('Password protected')).toHaveLength(1)
  expect(screen.getAllByText('Public')).toHaveLength(1)
  expect(screen.getByText('All shared videos are encrypted and automatically expire.')).toBeDefined()
  await act(() => app.settle())
  expect(app.backend.sent.length).toBe(sentBefore)
})
