import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './schema'

/** What is asked for: an id of something, and in which workspace. */
export interface IdInWorkspace {
  readonly id: string
  readonly workspaceId: string
}

interface Compiled<Row> {
  readonly query: CompiledQuery<Row>
  /** Where the value of each parameter comes from. */
  readonly sources: readonly ((asked: readonly IdInWorkspace[]) => unknown)[]
}

/**
 * A statement about several ids in workspaces, which is compiled once for 1, 2, 4, 8 of them and so on, the last one named
 * again where there are fewer: to build and compile a statement that runs hundreds of times a second takes as long as to
 * run it. `build` gets names that stand for ids, not the ids, so it may only hand them on as values.
 */
export class CompiledByIds<Row> {
  readonly #db: Db
  readonly #build: (db: Db, ids: readonly string[], workspaceIds: readonly string[]) => Compilable<Row>
  readonly #compiled = new Map<number, Compiled<Row>>()

  constructor(db: Db, build: (db: Db, ids: readonly string[], workspaceIds: readonly string[]) => Compilable<Row>) {
    this.#db = db
    this.#build = build
  }

  /** What was asked for is not empty. */
  async run(asked: readonly IdInWorkspace[]): Promise<readonly Row[]> {
    const count = 2 ** Math.ceil(Math.log2(asked.length))
    const { query, sources } = this.#compiled.get(count) ?? this.#compile(count)
    const filled: CompiledQuery<Row> = { ...query, parameters: sources.map((source) => source(asked)) }
    const { rows } = await this.#db.executeQuery<Row>(filled)
    return rows
  }

  #compile(count: number): Compiled<Row> {
    const places = Array.from({ length: count }, (_, place) => place)
    // No value of ours has a NUL, so that none is taken for one of these.
    const ids = new Map(places.map((place) => [`\0id ${place}`, place]))
    const workspaceIds = new Map(places.map((place) => [`\0workspace ${place}`, place]))
    const query = this.#build(this.#db, [...ids.keys()], [...workspaceIds.keys()]).compile()
    const sources = query.parameters.map((parameter) => {
      const name = String(parameter)
      const [id, workspace] = [ids.get(name), workspaceIds.get(name)]
      if (id !== undefined) return (asked: readonly IdInWorkspace[]) => (asked[id] ?? asked.at(-1))?.id
      if (workspace !== undefined)
        return (asked: readonly IdInWorkspace[]) => (asked[workspace] ?? asked.at(-1))?.workspaceId
      return () => parameter
    })
    const compiled = { query, sources }
    this.#compiled.set(count, compiled)
    return compiled
  }
}
