import type { Box } from '../../../lib/box'
import type { PersonPicture } from '../person-detector'
import { BODY_HEIGHT_SHARE } from './people-model'

/** A part of the picture and the size at which it is searched, in whole pixels. */
export interface SearchArea {
  /** May be negative, and the area may end beyond the picture: what is missing there repeats the picture's edge. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly scaledWidth: number
  readonly scaledHeight: number
}

interface Window {
  readonly windowWidth: number
  readonly windowHeight: number
}

/** Pixels that are searched for somebody at most: the time goes by them. */
const REGION_PIXELS = 76_800
const PICTURE_PIXELS = 110_000
/** Where nothing tells where to look, it is searched with more care. */
const ALONE_PIXELS = 170_000

/** Somebody is at least so tall as a share of what changed: shadows and reflections change with them. */
const LEAST_HEIGHT_SHARE = 0.7
/** And hardly shorter than this, in pixels: nothing is left to see. */
const LEAST_HEIGHT_PX = 20
/** A picture that is blown up by more has no edges left. */
const MOST_SCALE = 3

/** Around what changed, by its height: a head or feet that look like what is behind them do not change. */
const MARGIN_ABOVE_SHARE = 0.35
const MARGIN_BESIDE_SHARE = 0.3
const MARGIN_PX = 8

/** Around what changed, at a scale that makes a small person as tall as the model knows people (PERSON-02). */
export function areaAround(region: Box, picture: PersonPicture, window: Window): SearchArea {
  const width = region.width * picture.width
  const height = region.height * picture.height
  const leastHeight = Math.max(LEAST_HEIGHT_PX, LEAST_HEIGHT_SHARE * height)
  const wanted = Math.min(MOST_SCALE, (BODY_HEIGHT_SHARE * window.windowHeight) / leastHeight)
  const areaWidth = Math.max(width + 2 * (MARGIN_BESIDE_SHARE * height + MARGIN_PX), window.windowWidth / wanted + 4)
  const areaHeight = Math.max(height + 2 * (MARGIN_ABOVE_SHARE * height + MARGIN_PX), window.windowHeight / wanted + 4)
  const left = region.left * picture.width + width / 2 - areaWidth / 2
  const top = region.top * picture.height + height / 2 - areaHeight / 2
  return scaledArea({ left, top, width: areaWidth, height: areaHeight }, wanted, REGION_PIXELS, window)
}

/** The whole picture: with less care where something changed, since that was searched before. */
export function wholePicture(picture: PersonPicture, hasRegion: boolean, window: Window): SearchArea {
  const { width, height } = picture
  return scaledArea({ left: 0, top: 0, width, height }, 1, hasRegion ? PICTURE_PIXELS : ALONE_PIXELS, window)
}

function scaledArea(area: Box, wantedScale: number, mostPixels: number, window: Window): SearchArea {
  const left = Math.floor(area.left)
  const top = Math.floor(area.top)
  const width = Math.ceil(area.left + area.width) - left
  const height = Math.ceil(area.top + area.height) - top
  const scale = Math.min(wantedScale, Math.sqrt(mostPixels / (width * height)))
  return {
    left,
    top,
    width,
    height,
    scaledWidth: Math.max(window.windowWidth, Math.round(width * scale)),
    scaledHeight: Math.max(window.windowHeight, Math.round(height * scale)),
  }
}
