import { type Detection, labelOf } from '../../contract/detection'
import type { Box } from '../../lib/box'
import { groupOf, type LabelGroup } from '../../lib/label'

/** How a picture fills its place: `cover` is cut at the edges, `contain` has bars beside it. */
export type Fit = 'cover' | 'contain'

/** A part of a picture, and what is there. */
export interface ShownBox extends Pick<Detection, 'label'> {
  readonly box: Box
  /** 0 to 1; without it, all of it shows. */
  readonly opacity?: number
}

/** Bright shades on a dark rim: one of both is seen on any picture, in either theme. People have the brand's. */
export const frameColors = {
  person: 'brand.300',
  animal: 'orange.300',
  vehicle: 'purple.300',
} as const satisfies Record<LabelGroup, string>

export const rimColor = 'blackAlpha.800'

export function frameColorOf(shown: Pick<Detection, 'label'>): string {
  return frameColors[groupOf(labelOf(shown))]
}

/** Whether boxes say what is in them: among people alone that would only disturb. */
export function areNamesWanted(all: readonly Pick<Detection, 'label'>[]): boolean {
  return all.some((one) => labelOf(one) !== 'person')
}
