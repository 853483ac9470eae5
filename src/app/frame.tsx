import { type ReactNode, Suspense } from 'react'
import { ScreenLoading } from './screen-loading'
import { Shell } from './shell/shell'

/** What stands around every guarded screen. */
export function Frame(props: { readonly children: ReactNode }) {
  return (
    <Shell>
      <Suspense fallback={<ScreenLoading />}>{props.children}</Suspense>
    </Shell>
  )
}
