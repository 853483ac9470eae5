import { Registry } from 'prom-client'
import type { Figures } from './messages'
import { addProcess } from './process-figures'

const ANSWER_LIMIT_MS = 1_000

interface Round {
  readonly figures: Figures[]
  missing: number
  readonly end: () => void
}

/** Asks all processes for their figures. One that is stuck is left out. */
export class FiguresOfAll {
  readonly #own = new Registry()
  readonly #rounds = new Map<number, Round>()
  #lastAsk = 0

  constructor() {
    // The one where all meet serves nobody, and costs something all the same.
    this.#own.setDefaultLabels({ process: '0' })
    addProcess(this.#own)
  }

  async ask(processes: readonly ((ask: number) => void)[]): Promise<Figures[]> {
    this.#lastAsk += 1
    const ask = this.#lastAsk
    const own = await this.#own.getMetricsAsJSON()
    const round = await new Promise<Round>((resolve) => {
      const late = setTimeout(() => started.end(), ANSWER_LIMIT_MS)
      const started: Round = {
        figures: [own],
        missing: processes.length,
        end: () => {
          clearTimeout(late)
          this.#rounds.delete(ask)
          resolve(started)
        },
      }
      this.#rounds.set(ask, started)
      for (const tell of processes) tell(ask)
      if (processes.length === 0) started.end()
    })
    return round.figures
  }

  take(ask: number, figures: Figures): void {
    const round = this.#rounds.get(ask)
    if (round === undefined) return
    round.figures.push(figures)
    round.missing -= 1
    if (round.missing === 0) round.end()
  }
}
