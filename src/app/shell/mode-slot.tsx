import { useAtomValue } from 'jotai/react'
import { Suspense } from 'react'
import { modeViewAtom } from '../../state/modes/mode-view'
import { lazyPart } from '../lazy-part'

const ModeControl = lazyPart<{ readonly look: 'wide' | 'strip' | 'bar' }>(async () => ({
  default: (await import('./mode-control')).ModeControl,
}))

/** Where the mode shows; nothing where the provider has none. Its code comes behind the screen. */
export function ModeSlot({ look }: { readonly look: 'wide' | 'strip' | 'bar' }) {
  if (useAtomValue(modeViewAtom).phase === 'none') return null
  return (
    <Suspense fallback={null}>
      <ModeControl look={look} />
    </Suspense>
  )
}
