import { deserialize, serialize } from 'node:v8'
import type { OwnProcess } from '../../../../server/hub/processes/own-process'
import { Meeting } from '../../../../server/peers/meeting'
import { type FromMeeting, fromMeeting, toMeeting } from '../../../../server/peers/meeting-messages'
import type { LineToMeeting } from '../../../../server/peers/process-peers'

/** Where the processes of one hub meet, with lines that carry what those of real processes carry. */
export interface MeetingPlace {
  /** Of what was put there. */
  readonly keys: readonly string[]
  line(): LineToMeeting
  /** It is there, and takes nothing. */
  freeze(): void
  thaw(): void
}

export function openMeetingPlace(): MeetingPlace {
  const meeting = new Meeting()
  const keys: string[] = []
  let held: (() => void)[] | null = null
  const later = (work: () => void) => {
    if (held === null) setImmediate(work)
    else held.push(work)
  }
  return {
    keys,
    line: () => {
      let listener: (message: FromMeeting) => void = () => undefined
      const guest = meeting.join({
        send: (message, done) =>
          later(() => {
            done()
            listener(fromMeeting.parse(overTheLine(message)))
          }),
      })
      return {
        send: (message, done) =>
          later(() => {
            done()
            if (message.kind === 'put') keys.push(message.key)
            guest.take(toMeeting.parse(overTheLine(message)))
          }),
        hear: (heard) => {
          listener = heard
        },
      }
    },
    freeze: () => {
      held ??= []
    },
    thaw: () => {
      const works = held ?? []
      held = null
      for (const work of works) setImmediate(work)
    },
  }
}

/** A line that, while a test wants it, loses what goes through it. */
export interface LossyLine extends LineToMeeting {
  lose(): void
  /** Says then, as the meeting does, that some was missed. */
  mend(): void
}

export function lossy(line: LineToMeeting): LossyLine {
  let isLosing = false
  let tell: (message: FromMeeting) => void = () => undefined
  return {
    send: (message, done) => (isLosing ? done() : line.send(message, done)),
    hear: (listener) => {
      tell = listener
      line.hear((message) => {
        if (!isLosing) listener(message)
      })
    },
    lose: () => {
      isLosing = true
    },
    mend: () => {
      isLosing = false
      tell({ kind: 'missed' })
    },
  }
}

/** As Node does it between processes. */
function overTheLine(message: unknown): unknown {
  return deserialize(serialize(message))
}

/** A hub in the process of the test, as one of two. */
export function processAt(place: MeetingPlace, number: number): OwnProcess {
  return {
    number,
    of: 2,
    running: 2,
    broker: 'waiting' as const,
    line: place.line(),
    tellBroker: () => undefined,
    figuresOfAll: async () => [],
    serveFigures: () => undefined,
  }
}
