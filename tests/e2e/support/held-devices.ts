import type { Page } from '@playwright/test'

/** The devices of a page, which tests take away and give back: Chromium cannot plug a camera while it runs. */
export interface HeldDevices {
  /** Devices vanish and their tracks end, with or without the event that some platforms leave out. */
  unplug(tellsChange: boolean): Promise<void>
  plug(tellsChange: boolean): Promise<void>
  /** Another program takes the device, or leaves it. */
  take(isTaken: boolean): Promise<void>
  /** From now on the devices have other ids, as after another port was used. */
  renameAll(suffix: string): Promise<void>
  /** The system mutes the live tracks, or no longer. */
  mute(isMuted: boolean): Promise<void>
}

/** Puts the page's media devices under the test's hand; call before it is opened. */
export async function holdDevices(page: Page): Promise<HeldDevices> {
  await page.addInitScript(() => {
    const held = { isUnplugged: false, isTaken: false, suffix: '', tracks: [] as MediaStreamTrack[] }
    Object.assign(window, { held })
    const { mediaDevices } = navigator
    const list = mediaDevices.enumerateDevices.bind(mediaDevices)
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const isVideo = ({ kind }: MediaDeviceInfo) => kind === 'videoinput'
    mediaDevices.enumerateDevices = async () => {
      const all = (await list()).filter((device) => !held.isUnplugged || !isVideo(device))
      return all.map((device) => {
        const deviceId = device.deviceId === '' ? '' : device.deviceId + held.suffix
        const { kind, label, groupId } = device
        return { kind, label, groupId, deviceId, toJSON: () => ({}) }
      })
    }
    mediaDevices.getUserMedia = async (constraints = {}) => {
      if (held.isUnplugged) throw new DOMException('Requested device not found', 'NotFoundError')
      if (held.isTaken) throw new DOMException('Device in use', 'NotReadableError')
      const { video } = constraints
      const id = typeof video === 'object' && typeof video.deviceId === 'object' ? video.deviceId : null
      if (id !== null && 'exact' in id && typeof id.exact === 'string') {
        if (!id.exact.endsWith(held.suffix)) throw new DOMException('No such device', 'OverconstrainedError')
        id.exact = id.exact.slice(0, id.exact.length - held.suffix.length)
      }
      const stream = await open(constraints)
      held.tracks.push(...stream.getVideoTracks())
      return stream
    }
  })
  const set = (values: Record<string, unknown>, tellsChange: boolean) =>
    page.evaluate(
      ([given, tells]) => {
        Object.assign((window as unknown as { held: object }).held, given)
        if (tells) navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
      },
      [values, tellsChange] as const,
    )
  const endTracks = () =>
    page.evaluate(() => {
      for (const track of (window as unknown as { held: { tracks: MediaStreamTrack[] } }).held.tracks) {
        if (track.readyState === 'ended') continue
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    })
  return {
    async unplug(tellsChange) {
      await set({ isUnplugged: true }, false)
      await endTracks()
      await set({}, tellsChange)
    },
    plug: (tellsChange) => set({ isUnplugged: false }, tellsChange),
    async take(isTaken) {
      await set({ isTaken }, false)
      if (isTaken) await endTracks()
    },
    renameAll: (suffix) => set({ suffix }, false),
    mute: (isMuted) =>
      page.evaluate((muted) => {
        for (const track of (window as unknown as { held: { tracks: MediaStreamTrack[] } }).held.tracks) {
          Object.defineProperty(track, 'muted', { value: muted, configurable: true })
          track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
        }
      }, isMuted),
  }
}
