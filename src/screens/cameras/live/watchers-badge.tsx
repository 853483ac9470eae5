import { useAtomValue } from 'jotai/react'
import { Eye } from 'lucide-react'
import { useMemo } from 'react'
import { watchersAtomOf } from '../../../state/live/watchers'
import { PictureBadge } from '../../../ui/pictures/picture-badge'

/** That somebody looks through a camera now, and who, for every member; nothing while nobody does. */
export function WatchersBadge({ cameraId }: { readonly cameraId: string }) {
  const ownWatchersAtom = useMemo(() => watchersAtomOf(cameraId), [cameraId])
  const watchers = useAtomValue(ownWatchersAtom)
  if (watchers === null) return null
  return <PictureBadge mark={<Eye size="1rem" aria-hidden />} text={watchers.short} hint={watchers.long} />
}
