import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import type { Leaving, Moving, MovingProps } from './moving'

/** The code that moves things (moving.tsx): the whole of framer-motion, fetched behind the first screen. */
export interface Motion {
  readonly Moving: typeof Moving
  readonly Leaving: typeof Leaving
}

/** null until it has come. Until then everything is simply there, or gone: nothing waits for it. */
const MotionContext = createContext<RefObject<Motion | null>>({ current: null })

/** Whether the list around has been shown. */
const IsShownContext = createContext<RefObject<boolean>>({ current: true })

/** Whether what is taken out fades away. */
const IsLeavingContext = createContext(false)

/** Decoration that could not be fetched is not worth a word. */
const nothing = () => undefined

/** Around all that moves. `load` fetches the code that does it; without it things just come and go. */
export function MotionRoot(props: { readonly load: () => Promise<Motion>; readonly children: ReactNode }) {
  const motion = useRef<Motion | null>(null)
  const load = useRef(props.load)
  useEffect(() => {
    void load.current().then((come) => {
      motion.current = come
    }, nothing)
  }, [])
  return <MotionContext value={motion}>{props.children}</MotionContext>
}

/** Around the rows of a list: those that it begins with are there at once, later ones appear. */
export function Appearing(props: { readonly children: ReactNode }) {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
  }, [])
  return <IsShownContext value={isShown}>{props.children}</IsShownContext>
}

/** Around what also fades away when it goes: its children must be `Appear`, or hold one, and have keys. */
export function ComingAndGoing(props: { readonly children: ReactNode }) {
  const motion = useContext(MotionContext)
  // Decided once: another element around them would begin running pictures anew.
  const [Leaving] = useState(() => motion.current?.Leaving)
  return (
    <IsLeavingContext value={Leaving !== undefined}>
      {Leaving === undefined ? props.children : <Leaving>{props.children}</Leaving>}
    </IsLeavingContext>
  )
}

/**
 * What came while somebody looked on fades in, so that it is seen to be new: 200 ms and 8 px, in a place that is its own
 * from the start. To be styled as the child of a Chakra element with `asChild`, whose other attributes it takes over.
 */
export function Appear({ as: Element = 'div', ...rest }: Omit<MovingProps, 'as'> & Partial<Pick<MovingProps, 'as'>>) {
  const motion = useContext(MotionContext)
  const isListShown = useContext(IsShownContext)
  const isLeaving = useContext(IsLeavingContext)
  // Decided once: what is there stays as it is.
  const [{ Moving, isNew }] = useState(() => {
    const isNew = isListShown.current
    return { isNew, Moving: isNew || isLeaving ? motion.current?.Moving : undefined }
  })
  return Moving === undefined ? <Element {...rest} /> : <Moving as={Element} isNew={isNew} {...rest} />
}
