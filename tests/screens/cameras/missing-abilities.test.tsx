import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MissingAbilities } from '../../../src/screens/cameras/missing-abilities'
import { type BrowserGlobals, type CameraAbility, missingAbilities } from '../../../src/state/capture/camera-abilities'
import { show } from '../../support/render'

const able = {
  isSecureContext: true,
  navigator: { mediaDevices: { getUserMedia: () => undefined } },
  WebAssembly: {},
  Worker: {},
  indexedDB: {},
} satisfies BrowserGlobals

it('says nothing in a browser that can be a camera', () => {
  show(<MissingAbilities browser={able} />)
  expect(screen.queryByRole('status')).toBeNull()
})

it.each<[string, Partial<BrowserGlobals>, CameraAbility[]]>([
  ['on an insecure page, which has no camera either', { isSecureContext: false, navigator: {} }, ['secure-page']],
  ['without getUserMedia', { navigator: { mediaDevices: {} } }, ['camera-access']],
  ['without media devices', { navigator: {} }, ['camera-access']],
  ['without WebAssembly', { WebAssembly: undefined }, ['web-assembly']],
  ['without workers', { Worker: undefined }, ['worker']],
  ['where settings forbid IndexedDB', { indexedDB: null }, ['storage']],
  ['with more than one lack', { Worker: undefined, indexedDB: undefined }, ['worker', 'storage']],
])('names what is missing %s (UI-06)', (_where, lacks, missing) => {
  const browser = { ...able, ...lacks }
  expect(missingAbilities(browser)).toEqual(missing)
  show(<MissingAbilities browser={browser} />)
  expect(screen.getByRole('status').textContent).toContain('This browser cannot be a camera')
  expect(screen.getAllByRole('listitem')).toHaveLength(missing.length)
})
