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

describe('an id that another device has by now (ENG-13)', () => {
  const garage = { id: 'garage', deviceId: 'video2', deviceLabel: 'USB Camera' }
  const yard = { id: 'yard', deviceId: 'video0', deviceLabel: 'Integrated Camera' }
  const ran = { ownDevices: new Set(['video0', 'video2']) }
  /** As the machine started with them found in the other order. */
  const exchanged = [
    { id: 'video0', label: 'USB Camera' },
    { id: 'video2', label: 'Integrated Camera' },
  ]

  it('is left for the one that has the name of the device that ran here', () => {
    expect(deviceHere(garage, [garage], known(exchanged, ran))).toBe('video0')
  })

  it('is left by both cameras whose devices have changed places', () => {
    expect(deviceHere(garage, [garage, yard], known(exchanged, ran))).toBe('video0')
    expect(deviceHere(yard, [garage, yard], known(exchanged, ran))).toBe('video2')
  })

  it("stays the camera's where no device, or more than one, has that name", () => {
    const gone = [{ id: 'video2', label: 'Another Camera' }]
    expect(deviceHere(garage, [garage], known(gone, ran))).toBe('video2')
    const two = [...exchanged, { id: 'video4', label: 'USB Camera' }]
    expect(deviceHere(garage, [garage], known(two, ran))).toBe('video2')
  })

  it('takes no device from a camera whose own is not there', () => {
    const other = { id: 'other', deviceId: 'video0', deviceLabel: 'Renamed Camera' }
    expect(deviceHere(garage, [garage, other], known(exchanged, ran))).toBe('video2')
  })

  describe('and that is of another model, while its own is not there', () => {
    const usb = { id: 'garage', deviceId: 'video2', deviceLabel: 'HD Webcam (046d:082d)' }
    const inner = { id: 'yard', deviceId: 'video0', deviceLabel: 'Integrated Camera (5986:9106)' }
    const unplugged = [{ id: 'video2', label: 'Integrated Camera (5986:9106)' }]

    it('is not opened for the camera: what stands in for it says so', () => {
      expect(deviceHere(usb, [usb], known(unplugged, ran))).toBe('absent')
      expect(deviceHere(usb, [usb, inner], known(unplugged, ran))).toBe('absent')
    })

    it('is opened for the camera whose device it is', () => {
      expect(deviceHere(inner, [usb, inner], known(unplugged, ran))).toBe('video2')
    })

    it('is left for none of two that share its name, whichever of their ids had a twin beside it before', () => {
      // A webcam with a second sensor: the one for the dark was video2, and is video4 since the machine started.
      const now = [
        { id: 'video0', label: 'HD Webcam (046d:082d)' },
        { id: 'video2', label: 'Integrated Camera (5986:9106)' },
        { id: 'video4', label: 'Integrated Camera (5986:9106)' },
      ]
      const before = { ...ran, twins: new Set(['video2']) }
      expect(deviceHere(inner, [usb, inner], known(now, before))).toBe('absent')
    })

    it("stays the camera's where it is the same model under another name", () => {
      const otherWords = [{ id: 'video2', label: 'HD Pro Webcam C920 (046D:082D)' }]
      expect(deviceHere(usb, [usb], known(otherWords, ran))).toBe('video2')
    })
  })

  it("stays the camera's where devices have no names of their own", () => {
    const front = { id: 'front', deviceId: 'video2', deviceLabel: 'Front Camera' }
    const back = { id: 'back', deviceId: 'video0', deviceLabel: 'Back Camera' }
    const unnamed = [
      { id: 'video0', label: 'Front Camera' },
      { id: 'video2', label: 'Back Camera' },
    ]
    expect(deviceHere(front, [front, back], known(unnamed, ran))).toBe('video2')
    expect(deviceHere(back, [front, back], known(unnamed, ran))).toBe('video0')
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
