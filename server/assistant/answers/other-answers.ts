import { label } from '../../../src/contract/detection'
import { countedLabel } from '../../../src/lib/label'
import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import type { Beyond } from '../question/beyond'

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
