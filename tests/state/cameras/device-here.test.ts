import { describe, expect, it } from 'vitest'
import { fallbackDevices } from '../../../src/engine/capture'
import { deviceHere, type KnownDevices } from '../../../src/state/cameras/local-cameras'

const door = { id: 'door', deviceId: 'old-id', deviceLabel: 'USB Camera' }
const renamed = { id: 'new-id', label: 'USB Camera' }
const builtIn = { id: 'built-in', label: 'Integrated Camera' }

function known(devices: KnownDevices['list']['devices'], differing: Partial<KnownDevices> = {}): KnownDevices {
  const own = new Set(['old-id'])
  return {
    list: { kind: 'listed', devices },
    facingCameras: new Set(),
    ownDevices: own,
    twins: new Set(),
    ...differing,
  }
}

describe('the device of a camera', () => {
  it('is the listed one with its id, whatever ran here before', () => {
    const devices = known([{ id: 'old-id', label: 'Renamed' }, renamed], { ownDevices: new Set() })
    expect(deviceHere(door, [door], devices)).toBe('old-id')
  })

  it('is on another machine where its id is not listed and never ran here', () => {
    expect(deviceHere(door, [door], known([builtIn], { ownDevices: new Set() }))).toBe(null)
  })

  it('is not one of another machine that happens to be of the same kind', () => {
    expect(deviceHere(door, [door], known([renamed], { ownDevices: new Set() }))).toBe(null)
  })

  it('stays its own while it is unplugged', () => {
    expect(deviceHere(door, [door], known([builtIn]))).toBe('old-id')
    const none = { kind: 'fallback', devices: fallbackDevices } as const
    expect(deviceHere(door, [door], known([], { list: none }))).toBe('old-id')
  })

  it('is not known before devices were listed', () => {
    const unread = { kind: 'unread', devices: fallbackDevices } as const
    expect(deviceHere(door, [door], known([], { list: unread }))).toBe(null)
  })

  it('is a facing mode only where it was set up', () => {
    const front = { id: 'front', deviceId: 'user', deviceLabel: 'Front Camera' }
    expect(deviceHere(front, [front], known([renamed]))).toBe(null)
    expect(deviceHere(front, [front], known([renamed], { facingCameras: new Set(['front']) }))).toBe('user')
  })
})

describe('a device that has a new id (ENG-13)', () => {
  it('is found by its label', () => {
    expect(deviceHere(door, [door], known([builtIn, renamed]))).toBe('new-id')
  })

  it('is not guessed where two present devices share the label', () => {
    expect(deviceHere(door, [door], known([renamed, { id: 'third', label: 'USB Camera' }]))).toBe('old-id')
  })

  it('is not taken from another camera', () => {
    const other = { id: 'other', deviceId: 'new-id', deviceLabel: 'USB Camera' }
    expect(deviceHere(door, [door, other], known([renamed]))).toBe('old-id')
  })

  it('is not guessed where two cameras of this machine miss a device of that label', () => {
    const twin = { id: 'twin', deviceId: 'twin-id', deviceLabel: 'USB Camera' }
    const both = new Set(['old-id', 'twin-id'])
    expect(deviceHere(door, [door, twin], known([renamed], { ownDevices: both }))).toBe('old-id')
    expect(deviceHere(door, [door, twin], known([renamed]))).toBe('new-id')
  })

  it('is not matched by an empty label, nor by one of the fallback devices', () => {
    const unnamed = { ...door, deviceLabel: '' }
    expect(deviceHere(unnamed, [unnamed], known([{ id: 'new-id', label: '' }]))).toBe('old-id')
    const front = { ...door, deviceLabel: 'Front Camera' }
    const fallback = { kind: 'fallback', devices: fallbackDevices } as const
    expect(deviceHere(front, [front], known([], { list: fallback }))).toBe('old-id')
  })
})
