import { label } from '../../../src/contract/detection'
import { countedLabel } from '../../../src/lib/label'
import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import type { Beyond } from '../question/beyond'
import type { Deed } from '../question/settings-topics'

const reasons: Readonly<Record<Exclude<Beyond['why'], 'thing' | 'time'>, string>> = {
  who: 'I do not know who people are: the hub knows that a person was seen, when and where.',
  looks: 'I do not look into the pictures: the hub knows what moved, a person, an animal or a vehicle, when and where.',
  sound: 'I do not listen to recordings: the hub knows what moved, a person, an animal or a vehicle, when and where.',
  future: 'I know only what was recorded, nothing of the future.',
  usual: 'I know no habits. Ask me to compare two times: "more motion today than yesterday?"',
  narrow:
    'I cannot narrow a search down like that. Name a time, a camera, or people, animals, vehicles, motion or alerts.',
  reason: 'I do not know why things happen: the hub knows what was detected, when and where.',
  mode: 'I do not know which mode was on: the screen for modes shows the one that is on now.',
  action: 'I only answer questions; I change nothing. Cameras, recordings and settings have their own screens.',
}

export function aboutBeyond(beyond: Beyond): string {
  if (beyond.why === 'time')
    return `I cannot read the time "${plainText(beyond.word)}". Name days, a month, a year or a length of time: "on 3 March", "in February", "in the last 2 weeks".`
  if (beyond.why !== 'thing') return reasons[beyond.why]
  const known = label.options.map((name) => countedLabel({ label: name, count: 2 }).slice(2))
  return `I cannot tell "${plainText(beyond.word)}" from other motion: the hub knows ${known.join(', ')}, other motion and security alerts.`
}

/** Where something is done: this only answers. */
export const deeds: Readonly<Record<Deed, string>> = {
  verify: 'A recording has its proof beside it on the screen Videos; the page /verify checks a file against it.',
  people: 'Who else may look is invited under Members, on the screen Billing.',
  tell: 'Who is told of what, and how, is set on the screen Notifications; there also for the device before you.',
  arm: 'The mode is switched at the top of each screen. What each mode does, and its times, is on the screen for modes.',
  live: 'Each camera on the screen Cameras shows its live picture; Live wall has all of them.',
  download: 'Each recording has a button to download it on the screen Videos; Manage Storage there takes all of them.',
  share:
    'Each recording has a button to share it on the screen Videos; Share Videos lists what is shared, and ends it.',
  keep: 'Each recording has a button to keep it on the screen Videos: it stays when room is made for new ones.',
  camera: 'A camera is added on the screen Cameras; a phone or another laptop under "Add another device" there.',
  settings: 'Each camera has its settings on the screen Cameras: sensitivity, sound, zones, its name and its removal.',
  remove: 'Each recording has a button to remove it on the screen Videos. It cannot be brought back.',
  plan: 'The plan is chosen on the screen Billing.',
  end: 'A workspace is deleted by its owner, with all that it holds, and left by everybody else, on the screen Billing.',
  'sign-in':
    'You sign in by a code that comes by mail, or by a passkey: those, and the devices that are signed in, are on the screen Billing. There is no password.',
}

/** What of a question was not understood, and so not answered. */
export function leftOut(words: readonly string[]): string {
  return `I do not know ${listOfWords(words.map((word) => `"${plainText(word)}"`))} and left it out.`
}

export const HELLO =
  'Hello! Ask me what your cameras recorded: "who visited today?", "any alerts last night?", "how much storage is left?"'

export const GOODBYE = 'Goodbye.'

export const WELCOME = 'You are welcome.'

export function abilities(zone: string): string {
  return [
    'I answer from what this hub has recorded, without a language model. You can ask me for',
    '- events of a time: "motion today", "who visited yesterday evening", "any security alerts since Tuesday";',
    '- counts and comparisons: "how many people last week", "more than yesterday?", "which camera was the busiest";',
    '- animals and vehicles: "any dogs today", "how many cars this week";',
    '- the first or last: "when was the last person at the back door";',
    '- recordings: "the last hour of footage", "the largest clips of this week", "how long was the last clip";',
    '- your cameras and whether they are online;',
    '- your plan, storage and chats.',
    `Add the name of a camera to hear of that one only. Times are in ${zone}.`,
  ].join('\n')
}

export function beyondMe(zone: string): string {
  return `That is beyond me: ${abilities(zone)}`
}
