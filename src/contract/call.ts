import * as z from 'zod/mini'

export type Schema = z.ZodMiniType

/** What an API token lets a program do: read lists and media, look through cameras, change things. */
export const tokenScope = z.enum(['read', 'live', 'write'], { error: 'A scope is read, live or write.' })
export type TokenScope = z.infer<typeof tokenScope>

/** The scope that a call takes of an API token; `none`: only who is signed in makes it. */
export type TokenRule = TokenScope | 'none'

/** One call of API-04 to API-32: enough for the client to send it and for the hub to check and answer it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the version prefix; parameters are written `:name`. */
  readonly path: string
  /** false: no bearer token is sent or asked for. */
  readonly signedIn: boolean
  /** What an API token needs for it (TOKEN-03); left out, `read` to GET and `write` for everything else. */
  readonly tokens?: TokenRule
  /** HTTP status of success. */
  readonly status: 200 | 201
  readonly query?: Schema
  /** JSON body. */
  readonly body?: Schema
  /** Multipart body: the name of its one file part; the text parts are checked by `fields`. */
  readonly form?: { readonly file: string; readonly fields: Schema }
  readonly answer: Schema
  /** The app forgets what it sent once the provider has it: only an answer of its own says so (EXT-01). */
  readonly isHandover?: true
}

/** Keeps the exact schema types of a call, so that both sides derive theirs from it. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

export function tokenRuleOf({ method, tokens }: Pick<Call, 'method' | 'tokens'>): TokenRule {
  return tokens ?? (method === 'GET' ? 'read' : 'write')
}

export type Answer<C extends Call> = z.infer<C['answer']>
export type Body<C extends Call> = C extends { body: infer S extends Schema } ? z.infer<S> : undefined
export type Query<C extends Call> = C extends { query: infer S extends Schema } ? z.infer<S> : undefined
/** What a caller may leave to the defaults. */
export type QueryInput<C extends Call> = C extends { query: infer S extends Schema } ? z.input<S> : undefined

/** The `:name` parameters of a call's path. */
export type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
