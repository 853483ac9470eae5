import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { camerasQueryAtom } from '../../state/cameras/camera-list'
import { endTourAtom, tourWantedAtomOf } from '../../state/shell/tours'
import { Tour } from '../../ui/tours/tour'

const isWantedAtom = tourWantedAtomOf('cameras')

/** The steps of TOUR-03; the screen marks their anchors. */
const steps = [
  {
    title: 'Create a camera',
    text: 'Click Add Camera, choose a device of this machine, and give it a name and a location.',
    anchors: ['[data-tour=add-camera]'],
  },
  {
    title: 'Enable motion detection',
    text: 'Turn on Motion Detection on the camera’s card. From then on it records whatever moves.',
    anchors: ['[data-tour=cameras] > article [data-scope=switch][data-part=root]', '[data-tour=cameras]'],
  },
] as const

export function CamerasTour(props: { readonly isAdding: boolean }) {
  const isWanted = useAtomValue(isWantedAtom)
  const count = useAtomValue(camerasQueryAtom).data?.length
  const [beganEmpty, setBeganEmpty] = useState(false)
  const end = useSetAtom(endTourAtom)
  useEffect(() => {
    if (count === 0) setBeganEmpty(true)
  }, [count])
  const isFirstCreated = beganEmpty && count !== undefined && count > 0
  // The form says by itself what to do, and needs the room.
  if (!isWanted || props.isAdding) return null
  return (
    <Tour
      label="Tour of the cameras page"
      steps={steps}
      doneUpTo={isFirstCreated ? 1 : 0}
      finish={{ label: 'Finish', onPress: () => undefined }}
      onEnd={() => end('cameras')}
    />
  )
}
