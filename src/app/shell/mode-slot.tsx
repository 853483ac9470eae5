import { useAtomValue } from 'jotai/react'
import { Suspense } from 'react'
import { hasModesAtom, holdingModeAtom } from '../../state/modes/holding-mode'
import { lazyPart } from '../lazy-part'

const ModeControl = lazyPart<{ readonly look: 'wide' | 'strip' | 'bar' }>(async () => ({
  default: (await import('./mode-control')).ModeControl,
}))

/** Where the mode shows; nothing where the provider has none. Its code comes behind the screen. */
export function ModeSlot({ look }: { readonly look: 'wide' | 'strip' | 'bar' }) {
  const isKnown = useAtomValue(holdingModeAtom) !== null
  if (!useAtomValue(hasModesAtom) && !isKnown) return null
  return (
    <Suspense fallback={null}>
      <ModeControl look={look} />
    </Suspense>
  )
}
