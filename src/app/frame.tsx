import { useAtomValue } from 'jotai/react'
import { type ReactNode, Suspense } from 'react'
import { userAtom } from '../state/sign-in/session'
import { whenIdle } from '../ui/layout/when-idle'
import { MotionRoot } from '../ui/theme/appear'
import { ScreenLoading } from './screen-loading'
import { Shell } from './shell/shell'

/** What stands around every guarded screen. */
export function Frame(props: { readonly children: ReactNode }) {
  const user = useAtomValue(userAtom)
  return (
    <MotionRoot load={loadMotion}>
      {/* Another user begins with screens of their own: nothing typed by the one before is left in them. */}
      <Shell key={user}>
        <Suspense fallback={<ScreenLoading />}>{props.children}</Suspense>
      </Shell>
    </MotionRoot>
  )
}

/** Nothing waits for what moves things, so it comes last. */
async function loadMotion() {
  await new Promise<void>(whenIdle)
  return import('../ui/theme/moving')
}
