import { SIREN_LIMIT_MS } from '../../contract/live/live'
import type { Silence } from '../../engine/live'
import { actRefusals } from '../messages'
import { refuse, type SendingContext } from './sending-context'

/** Who sets it off: by a viewing, or at the machine itself (null). */
interface SetOff {
  readonly viewingId: string | null
  readonly cameraId: string
  readonly who: string
}

/** Among the signs, of whoever is at the machine. */
const HERE = 'here'

interface Sounding extends SetOff {
  readonly cameraName: string
  /** null while it is not known yet whether it will be heard. */
  silence: Silence | null
}

/**
 * The siren of a tab, which has one speaker. It goes on without whoever began it: an alarm must not fall silent because its
 * viewer's battery is empty. Everybody who looks through that camera may end it, and so may the people before it.
 */
export class TabSiren {
  readonly #context: SendingContext
  #sounding: Sounding | null = null

  constructor(context: SendingContext) {
    this.#context = context
  }

  /** Why it cannot begin for a camera: it is at another's, and could not be stopped by this one. */
  refusalOf(cameraId: string): string | null {
    const sounding = this.#sounding
    if (sounding === null || sounding.cameraId === cameraId) return null
    return actRefusals.sirenElsewhere(sounding.cameraName)
  }

  async begin({ viewingId, cameraId, who }: SetOff, cameraName: string): Promise<void> {
    const refusal = this.refusalOf(cameraId)
    if (refusal !== null && viewingId !== null) refuse(this.#context.line, viewingId, 'siren-begin', refusal)
    if (this.#sounding !== null) return
    const sounding: Sounding = { viewingId, cameraId, cameraName, who, silence: null }
    this.#sounding = sounding
    this.#context.signs.add({ kind: 'siren', cameraId, cameraName, viewingId: viewingId ?? HERE, who })
    const silence = await this.#context.speaker.siren(SIREN_LIMIT_MS, () => {
      if (this.#sounding === sounding) this.end(actRefusals.sirenOver)
    })
    if (this.#sounding !== sounding) return silence?.()
    if (silence === null) return this.end(actRefusals.noSpeaker)
    sounding.silence = silence
    this.tell()
  }

  /** Has everybody who looks know of it; also after the line was lost, while it sounds. */
  tell(): void {
    if (this.#sounding === null || this.#sounding.silence === null) return
    const { cameraId, who } = this.#sounding
    this.#context.line.send({ kind: 'siren', cameraId, by: who })
  }

  endOf(cameraId: string): void {
    if (this.#sounding?.cameraId === cameraId) this.end()
  }

  /** `why` tells whoever began it. */
  end(why: string | null = null): void {
    const sounding = this.#sounding
    if (sounding === null) return
    this.#sounding = null
    sounding.silence?.()
    if (sounding.silence !== null) this.#context.line.send({ kind: 'siren', cameraId: sounding.cameraId, by: null })
    const { viewingId } = sounding
    this.#context.signs.remove(viewingId ?? HERE, 'siren')
    if (why !== null && viewingId !== null) refuse(this.#context.line, viewingId, 'siren-begin', why)
  }
}
