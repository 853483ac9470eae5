import { expect, it } from 'vitest'
import { DeviceClaims } from '../../../src/engine/capture/device-claims'

it('a device is taken for all cameras but the one that claims it, until that gives it up', () => {
  const claims = new DeviceClaims()
  claims.claim('front', ['device-1', 'device-3'])
  expect([claims.isTaken('front', 'device-1'), claims.isTaken('back', 'device-1')]).toEqual([false, true])
  expect([claims.isTaken('back', 'device-3'), claims.isTaken('back', 'device-2')]).toEqual([true, false])
  claims.claim('front', ['device-1'])
  expect(claims.isTaken('back', 'device-3')).toBe(false)
  expect([claims.claimStandIn('back', 'device-2', 'device-1'), claims.isTaken('front', 'device-2')]).toEqual([
    false,
    false,
  ])
  expect([claims.claimStandIn('back', 'device-2', 'device-3'), claims.isTaken('front', 'device-3')]).toEqual([
    true,
    true,
  ])
  claims.giveUp('front')
  expect(claims.isTaken('back', 'device-1')).toBe(false)
})
