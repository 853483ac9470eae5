import { countedLabel, type LabelCount, labelTitle } from '../../src/lib/label'
import { listOfWords } from '../../src/lib/words'
import type { AlertKind, UnrecordedWhy } from '../db/notification-tables'
import type { CameraTable } from '../db/schema'

type Place = Pick<CameraTable, 'name' | 'location'>

interface EventWords {
  readonly title: string
  readonly message: string
}

/** What an alert says, in the list of events and in messages alike: what happened, and what to do. */
export function alertWords(kind: AlertKind, { name, location }: Place): EventWords {
  const place = `${name} (${location})`
  switch (kind) {
    case 'covered':
      return {
        title: `Lens covered at ${name}`,
        message: `Something covers the lens at ${place}. Look at what is before the camera, and clear its lens.`,
      }
    case 'turned':
      return {
        title: `Camera turned at ${name}`,
        message: `The camera at ${place} shows another view than before. Check who moved it, and turn it back.`,
      }
    case 'frozen':
      return {
        title: `Picture frozen at ${name}`,
        message: `The camera at ${place} repeats one picture. Check its cable, then stop the camera and start it again.`,
      }
    case 'darkened':
      return {
        title: `Sudden darkness at ${name}`,
        message: `The picture at ${place} went dark all at once. Check whether the lens is covered or the light went out.`,
      }
    case 'unplugged':
      return {
        title: `Power unplugged at ${name}`,
        message: `The device behind ${place} runs on its battery, with every camera of it. Check who pulled the plug, or whether the power is out.`,
      }
    case 'low-battery':
      return {
        title: `Battery low at ${name}`,
        message: `The battery of the device behind ${place} is below 20 %. Plug the device in before its cameras end.`,
      }
    case 'offline':
      return {
        title: `Camera offline: ${name}`,
        message: `${place} went offline while it was looking for motion. Check the browser tab that films, its power and its network.`,
      }
  }
}

/** What a clip says, there likewise: the title names what comes first, people before all else, the message all of it (LABEL-05). */
export function clipWords(seen: readonly LabelCount[], { name, location }: Place): EventWords {
  const [first] = seen
  const place = `${name} (${location})`
  if (first === undefined) return { title: `Motion at ${name}`, message: `Motion was detected at ${place}.` }
  return { title: `${labelTitle(first.label)} at ${name}`, message: `${wereSeen(seen)} at ${place}.` }
}

/** What a clip says that somebody who looked had recorded: nothing need have moved (LIVE-98). */
export function byHandWords(seen: readonly LabelCount[], { name, location }: Place): EventWords {
  const also = seen.length === 0 ? '' : ` ${wereSeen(seen)}.`
  return {
    title: `Recorded by hand at ${name}`,
    message: `Somebody who looked through the camera at ${name} (${location}) had this recorded.${also}`,
  }
}

/** What the message of an event says, after what was seen, where nothing of it can be played. */
export const unrecordedWords = reasonsAfter('It was not recorded')

/** The same of several events, of which others may be played. */
export const partlyUnrecordedWords = reasonsAfter('Not all that was seen was recorded')

function reasonsAfter(what: string): Readonly<Record<UnrecordedWhy, string>> {
  return {
    'recording-limit': `${what}: the plan has no recorded video left for it.`,
    'storage-full': `${what}: the plan’s storage is full of recordings that are kept or shared.`,
  }
}

/** As events have it that are older than 2026-11-29. */
const FORMER_WORDS = 'It was not recorded: the plan’s recorded video of this month is used.'

/** By the message of an event; null: there is, or was, a recording of it. */
export function whyNotRecorded(message: string): UnrecordedWhy | null {
  if (message.endsWith(FORMER_WORDS)) return 'recording-limit'
  const whys = ['recording-limit', 'storage-full'] as const
  return whys.find((why) => message.endsWith(unrecordedWords[why])) ?? null
}

export function wasNotRecorded(message: string): boolean {
  return whyNotRecorded(message) !== null
}

/** `A person was seen`, `2 people and 1 dog were seen`. */
function wereSeen(seen: readonly LabelCount[]): string {
  const [only] = seen
  if (only?.count === 1 && seen.length === 1) return `A ${only.label} was seen`
  return `${listOfWords(seen.map(countedLabel))} were seen`
}
