import * as z from 'zod/mini'

/** What a token lets a program do: read lists and media, look through cameras, change things. */
export const tokenScope = z.enum(['read', 'live', 'write'], { error: 'A scope is read, live or write.' })
export type TokenScope = z.infer<typeof tokenScope>

/** The scope that a call takes of an API token; `none`: only who is signed in makes it. */
export type TokenRule = TokenScope | 'none'
