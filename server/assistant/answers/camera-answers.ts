import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import type { IntentOf } from '../question/intent'
import type { CamerasTopic } from '../question/settings-topics'
import type { CameraState } from '../search/workspace-search'
import { timeOf } from '../times/period'
import type { Asked } from './asked'
import { namesOf, numberOf } from './phrases'

const NO_CAMERAS = 'You have no cameras yet. Add one on the Cameras screen.'

export async function aboutCameras({ about, cameras }: IntentOf<'cameras'>, asked: Asked): Promise<string> {
  const present = await asked.search.cameras(asked.tier)
  if (present.length === 0) return NO_CAMERAS
  const meant = present.filter(({ id }) => cameras === null || cameras.some((camera) => camera.id === id))
  if (meant.length === 0) {
    const isOne = new Set((cameras ?? []).map(({ name }) => name)).size === 1
    const what = isOne ? 'was removed; only its' : 'were removed; only their'
    return `${namesOf(cameras ?? [])} ${what} recordings are left.`
  }
  const isOne = cameras !== null
  const lines = meant.map((camera) => `- ${lineOf(camera, about, asked)}`)
  return [headingOf(about, meant, isOne), ...lines].join('\n')
}

function headingOf(about: CamerasTopic, meant: readonly CameraState[], isOne: boolean): string {
  const online = meant.filter(({ isOnline }) => isOnline)
  const offline = meant.filter(({ isOnline }) => !isOnline)
  const all = `${isOne ? 'Of the cameras you name' : `You have ${numberOf(meant.length, 'camera')}`}: ${online.length} online, ${offline.length} offline.`
  switch (about) {
    case 'online':
      return meant.length === 1 ? oneState(meant) : stateOf('online', online, meant)
    case 'offline':
      return meant.length === 1 ? oneState(meant) : stateOf('offline', offline, meant)
    case 'detection':
      return detectionHeading(meant)
    case 'audio':
      return audioHeading(meant)
    case 'sensitivity':
      return sensitivityHeading(meant)
    case 'count':
    case 'all':
    case 'last-seen':
      return isOne && meant.length === 1 ? oneState(meant) : all
  }
}

function oneState([camera]: readonly CameraState[]): string {
  return camera === undefined ? '' : `${plainText(camera.name)} is ${camera.isOnline ? 'online' : 'offline'}.`
}

/** "1 of 2 cameras is online: Front Door." */
function stateOf(state: string, found: readonly CameraState[], meant: readonly CameraState[]): string {
  const names = found.length === 0 ? '' : `: ${listOfWords(found.map(({ name }) => plainText(name)))}`
  return `${found.length} of ${numberOf(meant.length, 'camera')} ${found.length === 1 ? 'is' : 'are'} ${state}${names}.`
}

function detectionHeading(meant: readonly CameraState[]): string {
  const on = meant.filter(({ isDetectionOn }) => isDetectionOn)
  return `Motion detection is on at ${on.length} of ${numberOf(meant.length, 'camera')}.`
}

function audioHeading(meant: readonly CameraState[]): string {
  const on = meant.filter(({ isAudioOn }) => isAudioOn)
  return `Audio is on at ${on.length} of ${numberOf(meant.length, 'camera')}.`
}

function sensitivityHeading(meant: readonly CameraState[]): string {
  return meant.length === 1
    ? `The motion sensitivity is ${meant[0]?.sensitivity}%.`
    : 'The motion sensitivity of each camera:'
}

function lineOf(camera: CameraState, about: CamerasTopic, { zone }: Asked): string {
  const { name, location, isOnline, lastSeenMs, isDetectionOn, isAudioOn, sensitivity } = camera
  const seen = lastSeenMs === null ? 'never seen' : `last seen ${timeOf(lastSeenMs, zone)}`
  const state = isOnline ? 'online' : `offline, ${seen}`
  const detail =
    about === 'audio'
      ? `, audio ${isAudioOn ? 'on' : 'off'}`
      : about === 'sensitivity'
        ? `, sensitivity ${sensitivity}%`
        : ''
  return `${plainText(name)} (${plainText(location)}): ${state}, motion detection ${isDetectionOn ? 'on' : 'off'}${detail}`
}

/** A name that belongs to no camera, and those that there are. */
export async function aboutUnknownCamera(named: string, { search, tier }: Asked): Promise<string> {
  const cameras = await search.cameras(tier)
  if (cameras.length === 0) return NO_CAMERAS
  const names = listOfWords(cameras.map(({ name }) => plainText(name)))
  return `There is no camera called "${plainText(named)}". You have ${names}.`
}
