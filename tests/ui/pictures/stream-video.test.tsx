import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StreamVideo } from '../../../src/ui/pictures/stream-video'
import { show } from '../../support/render'

it('is no stop of the Tab key, as Firefox makes of each video: there is nothing to press (UI-04)', () => {
  show(<StreamVideo stream={null} label="Live picture of Front Door" />)
  expect(screen.getByLabelText('Live picture of Front Door').tabIndex).toBe(-1)
})
