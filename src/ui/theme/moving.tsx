import { AnimatePresence, domMin, LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import type { ReactNode, Ref } from 'react'

const elements = { div: m.div, li: m.li, article: m.article, button: m.button }

const hidden = { opacity: 0, y: 8 }
const shown = { opacity: 1, y: 0, transition: { duration: 0.2, ease: 'easeOut' } } as const
const gone = { opacity: 0, transition: { duration: 0.15, ease: 'easeIn' } } as const

/** What `Appear` hands on. */
export interface MovingProps {
  readonly as: keyof typeof elements
  readonly className?: string
  readonly ref?: Ref<never>
  readonly children?: ReactNode
}

/**
 * An element that fades in where it `isNew`, and away where `Leaving` is around it. Whoever asked their system for less
 * motion sees the fades alone. The smallest set of features: no gestures, and no layout animations, which would cost
 * another 17 kB on every weak laptop for cards that change places about once in a camera's life.
 */
export function Moving({ as, isNew, ...rest }: MovingProps & { readonly isNew: boolean }) {
  const Element = elements[as]
  return (
    <LazyMotion features={domMin} strict>
      <MotionConfig reducedMotion="user">
        <Element initial={isNew ? hidden : false} animate={shown} exit={gone} {...rest} />
      </MotionConfig>
    </LazyMotion>
  )
}

/** Keeps what is taken out until it has faded away. What stays does not move, and need not hear of it. */
export function Leaving(props: { readonly children: ReactNode }) {
  return <AnimatePresence presenceAffectsLayout={false}>{props.children}</AnimatePresence>
}
