import { Grid } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { ASK_AGAIN_MS, askForFilmsAtom, REST_MS } from '../../../state/review/links'
import { noteFilmLengthAtom } from '../../../state/review/review'
import { hasFilmsAtom, type StagePlace, stageAtom, wantedFilmsAtom } from '../../../state/review/stage'
import { type CellContent, FilmCell } from '../../../ui/review/film-cell'
import type { LinkedFilm } from '../../../ui/review/film-clock'
import { useFilmClock } from './use-film-clock'

/** Two, or one where a half has no room for a name below what is said: on a telephone with large letters. */
const TWO_COLUMNS = 'repeat(auto-fit, minmax(min(100%, max(9rem, 50% - 0.25rem)), 1fr))'

/** The cameras side by side at the moment of the line: films while they play, stills while it is dragged. */
export function Stage() {
  const places = useAtomValue(stageAtom)
  const hasFilm = useAtomValue(hasFilmsAtom)
  const noteLength = useSetAtom(noteFilmLengthAtom)
  const clock = useFilmClock()
  useLinks()
  const isAwaited =
    hasFilm && places.some(({ now, nowClip, isMissing }) => now !== null && nowClip === null && !isMissing)
  useEffect(() => (isAwaited ? clock.follow(() => false) : undefined), [isAwaited, clock])
  return (
    <Grid
      gap="2"
      width="100%"
      templateColumns={{
        base: TWO_COLUMNS,
        xl: `repeat(${Math.max(1, places.length)}, minmax(0, 1fr))`,
      }}
      maxW={places.length === 1 ? '48rem' : undefined}
      mx="auto"
    >
      {places.map((place) => (
        <FilmCell
          key={place.lane.cameraId}
          name={place.lane.name}
          content={contentOf(place)}
          next={hasFilm ? linkedOf(place.nextClip) : null}
          hasFilm={hasFilm}
          clock={clock}
          onLength={({ startMs }, lengthMs) => noteLength({ cameraId: place.lane.cameraId, startMs, lengthMs })}
        />
      ))}
    </Grid>
  )
}

/** What is about to show is asked for at once, stills when the line rests; what did not come, or is too old, again. */
function useLinks() {
  const keys = useAtomValue(wantedFilmsAtom)
  const hasFilm = useAtomValue(hasFilmsAtom)
  const askForFilms = useSetAtom(askForFilmsAtom)
  useEffect(() => {
    const ask = () => void askForFilms(keys)
    const timer = setTimeout(ask, hasFilm ? 0 : REST_MS)
    const again = setInterval(ask, ASK_AGAIN_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(again)
    }
  }, [keys, hasFilm, askForFilms])
}

function contentOf({ lane, now, nowClip, isMissing, words }: StagePlace): CellContent {
  if (lane.isAwaited) return { kind: 'awaited' }
  if (now === null) return { kind: 'nothing', words }
  const film = linkedOf(nowClip)
  if (film !== null) return { kind: 'film', film }
  return isMissing ? { kind: 'nothing', words: 'This recording cannot be fetched now.' } : { kind: 'awaited' }
}

function linkedOf(clip: StagePlace['nowClip']): LinkedFilm | null {
  return clip && { url: clip.videoUrl, pictureUrl: clip.thumbnailUrl, startMs: Date.parse(clip.startedAt) }
}
