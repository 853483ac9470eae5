import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownWords } from '../../../../server/assistant/question/known-words'
import { groupedWords } from '../../../../server/assistant/question/vocabulary'
import { patternsIn, wordsOfPattern } from './pattern-words'

const folder = resolve(import.meta.dirname, '../../../../server/assistant/question')

/** Words of patterns that are not known, and why. */
const notKnown: readonly (readonly [string, string])[] = [
  [
    'refused wherever they are asked for, and looked for in descriptions (VIS-10)',
    `mail fox foxes raccoon raccoons bear bears fire smoke weapon weapons gun guns boy girl adult male female wore clothes jacket
hat plates tall hair beard carrying holding looks looked spoke talked talking voice voices bigger larger smaller
greater older newer exceed exceeds exceeding marked protected saved`,
  ],
  ['refused at the end of a question, and looked for in descriptions', 'closed shut locked unlocked'],
  [
    'refused where they begin a question, as nothing is done; elsewhere they are left out',
    `delete remove erase turn switch disable enable rename create restart reboot email notify arm disarm ignore forget
pretend act write sing translate wipe protect change mute unmute silence snooze begin pause filming watching pls plz`,
  ],
  [
    'refused wherever they are',
    'period stretch gap armed disarmed tomorrow upcoming forecast usually normally typical typically rate',
  ],
  [
    'who somebody is, which is refused',
    `wife husband son daughter brother sister mother father mom mum dad boss friend neighbor neighbors neighbour neighbours
return returned`,
  ],
  [
    'what somebody asks how to do, of which nothing is left out',
    `adjust raise lower edit configure emails push told notified verify prove genuine forged authentic receive schedule save
export backup send police others mark connect install pair webcam phone laptop device tablet quality zone zones downgrade cancel
possible password passkey passkeys address`,
  ],
  ['who may look', 'owner owners admin admins'],
  ['refused beside who reads or changes them', 'settings'],
  ['may be of the name of a place', 'room well under great cool'],
  ['only the last one is told of; of others it is left out', 'snapshot'],
  [
    'times, which are taken out before',
    'mon tue tues wed thu thur thus thurs fri sat sun nights mornings afternoons evenings',
  ],
  ['written otherwise before', 'motor cycle cycles breaking uhr'],
]

describe('a word that a pattern of the question reader acts on is known, or it would be said to be none (ASK-01)', () => {
  const exceptions = notKnown.flatMap(([, words]) => words.split(/\s+/))
  const acting = readdirSync(folder).flatMap((file) =>
    patternsIn(file, readFileSync(join(folder, file), 'utf8')).flatMap((source) => [...wordsOfPattern(source)]),
  )

  test('each is known but for those that are not, with a reason', () => {
    expect([...new Set(acting)].filter((word) => !knownWords.has(word) && !exceptions.includes(word))).toEqual([])
  })

  test('each exception is one, and stands there once', () => {
    expect(exceptions.filter((word) => knownWords.has(word) || !acting.includes(word))).toEqual([])
    expect(exceptions.filter((word, at) => exceptions.indexOf(word) !== at)).toEqual([])
  })

  test('no word is written twice, and those of no group are in order', () => {
    const [, text = ''] = readFileSync(join(folder, 'known-words.ts'), 'utf8').split('`')
    const common = text.split(/\s+/)
    expect(common.length).toBeGreaterThan(500)
    expect(common).toEqual([...common].sort())
    const all = [...groupedWords, ...common]
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([])
  })

  test.each([
    ['\\b(alerts?|enter(ed)?|worr(?:y|ied))\\b', 'alert alerts enter entered worry worried'],
    ['tamper\\w*|visit\\w*', ''],
    ['licen[cs]e[a-z]', ''],
    ['colou?r|licen[cs]e', 'color colour license licence'],
    ['(?<!\\b(?:other) )than|most(?! recent)', 'other than most recent'],
    ['(all|every) ?(the )?cameras?', 'all every the camera cameras'],
    ['(?:the )?(\\p{L}{3,}) be', 'the'],
    ['(?<from>dawn)(?:s)?(?= now)', 'dawn dawns now'],
  ])('the words of %s are %j', (source, words) => {
    expect([...wordsOfPattern(source)].sort()).toEqual(words.split(' ').filter(Boolean).sort())
  })
})
