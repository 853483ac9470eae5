import { createStore, Provider } from 'jotai'
import { expect, it } from 'vitest'
import { formatMoment } from '../../../src/lib/date-time'
import { RecordingTabNotice } from '../../../src/screens/cameras/recording-tab-notice'
import { type RecordingTab, recordingTabAtom } from '../../../src/state/capture/recording-tab'
import { show } from '../../support/render'

const sinceMs = Date.parse('2026-03-10T21:04:00')

it.each<[RecordingTab, string]>([
  [{ phase: 'unknown' }, ''],
  [{ phase: 'here' }, ''],
  [{ phase: 'elsewhere', tab: null }, 'Recorded in another tab of this browser.'],
  [
    { phase: 'elsewhere', tab: { sinceMs, title: 'Dashboard' } },
    `Recorded in another tab of this browser, open since ${formatMoment(sinceMs, Date.now())} (Dashboard).`,
  ],
])('a tab says which other one records: %j', (recordingTab, text) => {
  const store = createStore()
  store.set(recordingTabAtom, recordingTab)
  const { container } = show(
    <Provider store={store}>
      <RecordingTabNotice />
    </Provider>,
  )
  expect(container.textContent).toBe(text)
})
