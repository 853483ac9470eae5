import { type ComponentType, lazy, Suspense } from 'react'
import type { TourProps } from './tour-card'

/** A tour whose code cannot be fetched is left out; it comes the next time. */
const Nothing: ComponentType<TourProps> = () => null

const TourCard = lazy<ComponentType<TourProps>>(() =>
  import('./tour-card').then(
    (module) => ({ default: module.TourCard }),
    () => ({ default: Nothing }),
  ),
)

/** A guided tour, whose code is fetched only for those who see one. */
export function Tour(props: TourProps) {
  return (
    <Suspense fallback={null}>
      <TourCard {...props} />
    </Suspense>
  )
}
