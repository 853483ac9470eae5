import { z } from 'zod'

/** A way to run the built-in network. */
export const lookWays = ['threads-1', 'threads-2', 'webgpu'] as const
export type LookWay = (typeof lookWays)[number]

/** What became of opening a way, in the page. */
export const openedLooksShape = z.discriminatedUnion('kind', [
  /** `againMs`: with the runtime compiled already. `scores`: what the network says of one picture, the same for all ways. */
  z.object({
    kind: z.literal('opened'),
    openMs: z.number(),
    againMs: z.number().optional(),
    scores: z.array(z.number()),
  }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type OpenedLooks = z.infer<typeof openedLooksShape>

/** Milliseconds of each look, as its worker saw it. */
export const looksTakenShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('looked'), tookMs: z.array(z.number()) }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type LooksTaken = z.infer<typeof looksTakenShape>
