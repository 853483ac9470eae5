import { plainText } from '../clip-links'
import type { IntentOf } from '../question/intent'
import { unseenParts } from '../sight/sight-words'
import type { Sight } from '../sight/unseen'
import { timeOf } from '../times/period'
import type { Asked } from './asked'
import { numberOf, scopeOf } from './phrases'
import { sightOf } from './sight-note'

/** "Was the back door camera on all night?": what the hub noted of the time that is asked about, not of now (ASK-11). */
export async function aboutWatch({ filter }: IntentOf<'watch'>, asked: Asked): Promise<string> {
  const sight = await sightOf(filter, asked)
  if (sight.cameras.length === 0) return 'You have no cameras yet. Add one on the Cameras screen.'
  const scope = scopeOf({ ...filter, cameras: null }, asked)
  if (sight.ranges.length === 0) return `That time is still to come:${scope}.`
  const heading = `${nameOf(sight)}${scope}:`
  const parts = unseenParts(sight, asked)
  const gap = unwatchedSentence(sight, asked)
  if (parts.length > 0)
    return [`${heading} not watching all that time.`, ...parts.map((part) => `- ${part}`), ...gap].join('\n')
  const words = gap.length > 0 ? 'nothing is known of an outage.' : 'online and watching all that time.'
  return [`${heading} ${words}`, ...gap].join('\n')
}

function nameOf({ cameras }: Sight): string {
  const [only] = cameras
  if (cameras.length === 1 && only !== undefined) return plainText(only.name)
  return `Of ${numberOf(cameras.length, 'camera')}`
}

/** Outages are seen by a hub that runs: of the time before it was last away for long, it cannot say that there was none. */
function unwatchedSentence({ ranges, watchedSinceMs }: Sight, { zone }: Asked): string[] {
  const fromMs = ranges[0]?.fromMs ?? 0
  if (watchedSinceMs === null) return ['The hub has not watched its cameras yet, so outages may be missing here.']
  if (watchedSinceMs <= fromMs) return []
  return [
    `The hub has watched its cameras without a pause only since ${timeOf(watchedSinceMs, zone)}: outages before may be missing here.`,
  ]
}
