import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import type { IntentOf } from '../question/intent'
import type { CameraState } from '../search/workspace-search'
import { type Asked, wantedOf } from './asked'
import { countsOf, kindGroups } from './kind-groups'
import { eventLine, LISTED, listed, numberOf, scopeOf } from './phrases'

/** "Is everything okay?": never a yes, which no camera can say, but all that happened, alerts first, and who does not see now. */
export async function aboutWell({ filter }: IntentOf<'well'>, asked: Asked): Promise<string> {
  const present = await asked.search.cameras(asked.tier)
  // "At home" may be where all of them are.
  const areAll = present.every(({ id }) => filter.cameras?.some((camera) => camera.id === id))
  const all = { ...filter, cameras: areAll ? null : filter.cameras, types: null, labels: null }
  const alertsOnly = { ...all, types: ['ALERT' as const] }
  const count = await asked.search.countEvents(wantedOf(all))
  const alerts = await asked.search.countEvents(wantedOf(alertsOnly))
  const kinds = (await kindGroups(all, asked)).filter((group) => group.count > 0)
  const told =
    count === 0
      ? 'no security alert and no motion'
      : `${alerts === 0 ? 'no security alert' : numberOf(alerts, 'security alert')}, ${numberOf(count, 'event')} in all`
  const heading = `Whether all is well, I cannot say; what was recorded${scopeOf(all, asked)}: ${told}.`
  const page = { order: 'newest', limit: LISTED } as const
  const found = await asked.search.events(wantedOf(alerts === 0 ? all : alertsOnly), page)
  const lines = found.map((event) => eventLine(event, asked))
  return [
    [heading, ...(count === 0 ? [] : [`${countsOf(kinds)}.`]), camerasSentence(present)].join(' '),
    ...listed(alerts === 0 ? count : alerts, lines, alerts === 0 ? 'newest' : 'newest alerts, '),
  ].join('\n')
}

function camerasSentence(present: readonly CameraState[]): string {
  if (present.length === 0) return 'There is no camera.'
  const offline = present.filter(({ isOnline }) => !isOnline)
  if (offline.length === 0) return `Now ${present.length === 1 ? 'the camera is' : 'all cameras are'} online.`
  if (offline.length === present.length) return 'Now no camera is online.'
  const names = listOfWords(offline.map(({ name }) => plainText(name)))
  return `Now ${numberOf(offline.length, 'camera')} of ${present.length} ${offline.length === 1 ? 'is' : 'are'} offline: ${names}.`
}
