import * as z from 'zod/mini'
import { labelGroups, labels } from '../lib/label'

export const labelGroup = z.enum(labelGroups)

/** What something is that a camera saw move (LABEL-01). */
export const label = z.enum(labels)

/** How many of a kind a clip shows at once (extension `facts`). */
export const labelCount = z.object({ label, count: z.number().check(z.int(), z.minimum(1)) })
