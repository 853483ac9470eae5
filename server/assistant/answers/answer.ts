import type { Intent } from '../question/intent'
import type { Asked } from './asked'
import { aboutCameras, aboutUnknownCamera } from './camera-answers'
import { aboutTwoCameras, aboutTwoPeriods } from './comparison-answers'
import { aboutEvents, aboutOneEnd } from './event-answers'
import { aboutAverage, aboutShare } from './figure-answers'
import { aboutBusiest, aboutEach } from './group-answers'
import { abilities, aboutBeyond, beyondMe, deeds, GOODBYE, HELLO, leftOut, WELCOME } from './other-answers'
import { aboutPlan } from './plan-answers'
import { aboutRecordings } from './recording-answers'
import { sightNote } from './sight-note'
import { aboutWatch } from './watch-answers'
import { aboutWell } from './well-answers'

/** What an answer says of what is asked; everything in it was found by the search. */
export async function answerTo(intent: Intent, asked: Asked): Promise<string> {
  const answer = await answerOf(intent, asked)
  const note = await sightNote(intent, asked)
  const unread = 'filter' in intent ? intent.filter.unread : []
  return [answer, ...(note === null ? [] : [note]), ...(unread.length === 0 ? [] : [leftOut(unread)])].join('\n')
}

async function answerOf(intent: Intent, asked: Asked): Promise<string> {
  switch (intent.kind) {
    case 'events':
      return aboutEvents(intent, asked)
    case 'well':
      return aboutWell(intent, asked)
    case 'one-end':
      return aboutOneEnd(intent, asked)
    case 'compare-periods':
      return aboutTwoPeriods(intent, asked)
    case 'compare-cameras':
      return aboutTwoCameras(intent, asked)
    case 'busiest':
      return aboutBusiest(intent, asked)
    case 'each':
      return aboutEach(intent, asked)
    case 'average':
      return aboutAverage(intent, asked)
    case 'share':
      return aboutShare(intent, asked)
    case 'recordings':
      return aboutRecordings(intent, asked)
    case 'cameras':
      return aboutCameras(intent, asked)
    case 'watch':
      return aboutWatch(intent, asked)
    case 'plan':
      return aboutPlan(intent.about, asked)
    case 'how-to':
      return deeds[intent.deed]
    case 'unknown-camera':
      return aboutUnknownCamera(intent.named, asked)
    case 'beyond':
      return aboutBeyond(intent.beyond)
    case 'hello':
      return HELLO
    case 'bye':
      return GOODBYE
    case 'thanks':
      return WELCOME
    case 'abilities':
      return abilities(asked.zone)
    case 'unknown':
      return beyondMe(asked.zone)
  }
}
