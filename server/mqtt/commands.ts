import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '../../src/lib/durations'
import { type Mode, modes } from '../../src/lib/modes/mode'
import { inForceAt } from '../../src/lib/modes/mode-schedule'
import { type CameraSettingsServices, changeCamera } from '../cameras/camera-settings'
import { Brake } from '../lib/brake'
import type { Clock } from '../lib/clock'
import { HubError } from '../lib/errors'
import { changeModes, readModes } from '../modes/modes'
import { panelStates } from './alarm-panel'
import type { Message } from './broker-session'
import { cameraIn, cameraTopic, setTopic, workspaceTopic } from './topics'

/** Changes that one workspace takes from the broker: more is a rule of automation that answers itself. */
const LIMIT = { name: 'commands', max: 60, windowMs: MINUTE_MS }
/** Who chose a mode, as the others read it. */
const CHANGED_BY = 'MQTT'
/** Most of what is not understood that is told of. */
const MOST_SAID = 50
/** Longer is no word that is known here. */
const LONGEST_WORD = 40
/** Of a topic that is told of. */
const LONGEST_TOPIC = 200
/** Cameras that are set between two rounds. */
const MOST_WAITING = 500
/** Of a command that the database did not take: later nobody waits for it any more, and it would come as a surprise. */
const KEPT_MS = MINUTE_MS

export type CommandServices = CameraSettingsServices & { readonly clock: Clock; readonly log: FastifyBaseLogger }

type Command =
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'detection'; readonly cameraId: string; readonly isOn: boolean }

interface Waiting {
  readonly command: Command
  readonly takenAtMs: number
}

/** What the broker's others have a workspace do: as the calls of the API do it, and no more than it offers them (MQTT-08). */
export class Commands {
  readonly #services: CommandServices
  readonly #workspaceId: string
  readonly #brake: Brake
  /** The last word on each thing, by what it sets: whoever repeats himself makes nothing longer. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #said = new Set<string>()

  constructor(services: CommandServices, workspaceId: string) {
    this.#services = services
    this.#workspaceId = workspaceId
    this.#brake = new Brake(services.clock, LIMIT)
  }

  /** Takes note of a message; true: there is something to do. */
  take({ topic, body, isRetained }: Message): boolean {
    // Somebody takes a retained command away.
    if (body.length === 0) return false
    const word = body.length > LONGEST_WORD ? '' : body.toString().trim()
    // It would be done again at each start.
    if (isRetained) return this.#refuse(topic, word, 'is retained: send commands without that')
    const command = this.#commandOf(topic, word)
    if (command === null) return this.#refuse(topic, word, 'is none that this hub knows')
    if (this.#waiting.size >= MOST_WAITING) return this.#refuse(topic, word, 'comes with too many others')
    const sets = command.kind === 'mode' ? 'mode' : command.cameraId
    this.#waiting.delete(sets)
    this.#waiting.set(sets, { command, takenAtMs: this.#services.clock.now() })
    return true
  }

  get areWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Does what came, in its order. Rejects where the database does not answer: that one, and what came after, waits. */
  async act(): Promise<void> {
    for (const [sets, waiting] of this.#waiting) {
      const refusal = await this.#refusalOf(waiting)
      // Meanwhile another word may have come in its place.
      if (this.#waiting.get(sets) === waiting) this.#waiting.delete(sets)
      if (refusal !== null) this.#refuse(waiting.command.kind, sets, refusal)
    }
  }

  /** null: it is done. Rejects where it is to be tried again. */
  async #refusalOf({ command, takenAtMs }: Waiting): Promise<string | null> {
    if (this.#services.clock.now() - takenAtMs >= KEPT_MS) return 'waited too long for the database'
    try {
      await this.#brake.take(this.#workspaceId)
      await this.#do(command)
      return null
    } catch (problem) {
      if (problem instanceof HubError && problem.status < 500) return problem.message
      this.#brake.giveBack(this.#workspaceId)
      throw problem
    }
  }

  async #do(command: Command): Promise<void> {
    const { db, clock, log } = this.#services
    const workspaceId = this.#workspaceId
    switch (command.kind) {
      case 'mode': {
        if (await this.#isChosen(command.mode)) return
        const choice = { mode: command.mode, lasts: 'next-switch' } as const
        await changeModes({ db, clock }, { workspaceId, email: CHANGED_BY, isProgram: true }, { choice })
        break
      }
      case 'detection': {
        const change = { is_motion_enabled: Number(command.isOn) }
        await changeCamera(this.#services, { workspaceId, role: 'member' }, command.cameraId, change)
        break
      }
    }
    log.info({ workspaceId, ...command }, 'the MQTT broker had something set')
  }

  /** A broker cannot say for how long: what it repeats makes no choice shorter. */
  async #isChosen(mode: Mode): Promise<boolean> {
    const { settings } = await readModes(this.#services, this.#workspaceId)
    const inForce = inForceAt(settings, this.#services.clock.now())
    return inForce.why === 'hand' && inForce.mode === mode
  }

  /** null: it is none. */
  #commandOf(topic: string, word: string): Command | null {
    const workspaceId = this.#workspaceId
    if (topic === setTopic(workspaceTopic(workspaceId, 'mode'))) {
      return modeCommand(modes.find((mode) => mode === word.toLowerCase()))
    }
    if (topic === setTopic(workspaceTopic(workspaceId, 'alarm'))) {
      return modeCommand(modes.find((mode) => panelStates[mode].command === word))
    }
    const cameraId = cameraIn(workspaceId, topic)
    const isDetection = cameraId !== null && topic === setTopic(cameraTopic(workspaceId, cameraId, 'detection'))
    if (!isDetection || (word !== 'ON' && word !== 'OFF')) return null
    return { kind: 'detection', cameraId, isOn: word === 'ON' }
  }

  /** Told of once: whoever sends it may send it every second. */
  #refuse(topic: string, word: string, why: string): false {
    const said = `${topic} ${word} ${why}`
    if (this.#said.has(said) || this.#said.size >= MOST_SAID) return false
    this.#said.add(said)
    this.#services.log.warn(
      { topic: topic.slice(0, LONGEST_TOPIC), word, why },
      'a command of the MQTT broker was not carried out',
    )
    return false
  }
}

function modeCommand(mode: Mode | undefined): Command | null {
  return mode === undefined ? null : { kind: 'mode', mode }
}
