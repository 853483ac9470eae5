import { Kept } from './kept'
import { type FromMeeting, sizeOf, type ToMeeting } from './meeting-messages'

const PICTURES_BYTES = 64 * 1024 ** 2
const COUNTS_BYTES = 16 * 1024 ** 2
const HOLDS_BYTES = 1024 ** 2
/** On their way to one process: above this messages are dropped, as one that takes none must not fill this one's memory. */
const MOST_WAITING_BYTES = 32 * 1024 ** 2
const nowMs = () => performance.now()

/** A way to one of the processes. */
export interface MeetingLine {
  /** `done` is called once the message has left. */
  send(message: FromMeeting, done: () => void): void
}

/** One of those that meet. */
export interface Guest {
  take(message: ToMeeting): void
  /** It is gone. */
  leave(): void
}

/**
 * Where the processes of one hub meet: in the first of them, which does nothing else. It has what a Redis has for several
 * hubs, and keeps it as long; nothing of it outlives that process.
 */
export class Meeting {
  readonly #pictures = new Kept<Uint8Array>(PICTURES_BYTES, nowMs)
  readonly #counts = new Kept<number>(COUNTS_BYTES, nowMs)
  readonly #holders = new Kept<string>(HOLDS_BYTES, nowMs)
  readonly #guestsOf = new Map<string, Set<MeetingGuest>>()

  join(line: MeetingLine): Guest {
    const guest = new MeetingGuest(line)
    return {
      take: (message) => this.#take(guest, message),
      leave: () => {
        for (const topic of [...this.#guestsOf.keys()]) this.#hush(guest, topic)
      },
    }
  }

  #take(guest: MeetingGuest, message: ToMeeting): void {
    switch (message.kind) {
      case 'put':
        return this.#pictures.put(message.key, message.value, message.keptMs, message.value.length)
      case 'drop':
        return this.#pictures.drop(message.key)
      case 'release':
        return this.#holders.drop(message.key)
      case 'find':
        return guest.tell({ kind: 'found', ask: message.ask, value: this.#find(message.key) })
      case 'count': {
        const count = (this.#counts.find(message.key) ?? 0) + message.by
        this.#counts.put(message.key, count, message.keptMs)
        return guest.tell({ kind: 'counted', ask: message.ask, count })
      }
      case 'hold': {
        const { key, holder, keptMs, ask } = message
        const isOurs = (this.#holders.find(key) ?? holder) === holder
        if (isOurs) this.#holders.put(key, holder, keptMs)
        return guest.tell({ kind: 'held', ask, isOurs })
      }
      case 'ping':
        return guest.tell({ kind: 'pong', ask: message.ask })
      case 'send':
        return this.#handOn(guest, message.topic, message.message)
      case 'hear':
        this.#guestsOf.set(message.topic, (this.#guestsOf.get(message.topic) ?? new Set()).add(guest))
        return
      case 'hush':
        return this.#hush(guest, message.topic)
    }
  }

  /** Of what somebody holds, its holder. */
  #find(key: string): Uint8Array | null {
    const holder = this.#holders.find(key)
    return holder === null ? this.#pictures.find(key) : Buffer.from(holder)
  }

  /** Who sent it has heard it already. */
  #handOn(sender: MeetingGuest, topic: string, message: Uint8Array): void {
    for (const guest of this.#guestsOf.get(topic) ?? [])
      if (guest !== sender) guest.tell({ kind: 'message', topic, message })
  }

  #hush(guest: MeetingGuest, topic: string): void {
    const guests = this.#guestsOf.get(topic)
    guests?.delete(guest)
    if (guests?.size === 0) this.#guestsOf.delete(topic)
  }
}

class MeetingGuest {
  readonly #line: MeetingLine
  #waitingBytes = 0
  #hasMissed = false

  constructor(line: MeetingLine) {
    this.#line = line
  }

  tell(message: FromMeeting): void {
    const sizeBytes = sizeOf(message)
    if (sizeBytes > 0 && this.#waitingBytes + sizeBytes > MOST_WAITING_BYTES) {
      this.#hasMissed = true
      return
    }
    this.#waitingBytes += sizeBytes
    this.#line.send(message, () => {
      this.#waitingBytes -= sizeBytes
      if (!this.#hasMissed || this.#waitingBytes > MOST_WAITING_BYTES / 2) return
      this.#hasMissed = false
      this.tell({ kind: 'missed' })
    })
  }
}
