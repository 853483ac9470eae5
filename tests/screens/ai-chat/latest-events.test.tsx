import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import AiChatScreen from '../../../src/screens/ai-chat'
import { connectionAtom } from '../../../src/state/hub/connection'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

describe('the card Recent Events of a hub (FACE-11)', () => {
  it("has the hub's own, never samples", async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Porch')).id, 4)
    await showScreen(app, <AiChatScreen />)
    expect(screen.getAllByText('Motion at Porch')).toHaveLength(3)
    expect(screen.getAllByRole('button', { name: 'Play Motion at Porch' })).toHaveLength(3)
    expect([screen.queryByText('Sample'), screen.queryByText(/Garage/)]).toEqual([null, null])
  })

  it('says so where nothing moved', async () => {
    await showScreen(app, <AiChatScreen />)
    expect(screen.getByText('Nothing has moved in the last 24 hours.')).toBeDefined()
    expect(screen.queryByText('Sample')).toBeNull()
    // While the hub is away nobody knows that.
    act(() => app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: 0 }))
    expect(screen.queryByText('Nothing has moved in the last 24 hours.')).toBeNull()
    expect(screen.getByText('What moved since the hub last answered is not known.')).toBeDefined()
  })
})
