import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { preloadScreen, Routes } from '../../src/app/routes'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  history.replaceState(null, '', '/')
  await app.close()
})

const open = async (path: string) => {
  history.replaceState(null, '', path)
  await preloadScreen(path, false)
  await showScreen(app, <Routes />)
}
const headings = () => screen.queryAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)

it.each(['/Login', '/login/', '/verify/', '/dashboard/', '/no/such/page'])('there is no %s (NAV-09)', async (path) => {
  await open(path)
  expect(headings()).toEqual(['404'])
})

it('the start leads to sign-in', async () => {
  await open('/')
  expect([location.pathname, headings()]).toEqual(['/login', ['Welcome Back']])
})
