import { useAtomValue } from 'jotai/react'
import { Mic, Siren } from 'lucide-react'
import { useMemo } from 'react'
import { deedsAtomOf } from '../../state/live/deeds'
import { PictureBadge } from '../../ui/pictures/picture-badge'

const marks = { siren: <Siren size="1rem" aria-hidden />, talking: <Mic size="1rem" aria-hidden /> } as const

/** That the siren of a camera sounds, or that somebody talks there, and who (LIVE-97). */
export function LiveDeeds({ cameraId }: { readonly cameraId: string }) {
  const deedsAtom = useMemo(() => deedsAtomOf(cameraId), [cameraId])
  const deeds = useAtomValue(deedsAtom)
  return deeds.map(({ kind, words }) => <PictureBadge key={words} mark={marks[kind]} text={words} />)
}
