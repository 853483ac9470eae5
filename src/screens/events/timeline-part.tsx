import { useEffect } from 'react'
import { LatePart, useArrival } from '../../ui/layout/late-part'
import { Panel } from '../../ui/layout/panel'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'

/** The timeline's code comes when somebody is about to look at it. */
export const TimelinePart = new LatePart<object>(async () => (await import('./timeline/timeline')).Timeline)

export function LateTimeline() {
  const arrival = useArrival(TimelinePart)
  useEffect(() => TimelinePart.fetch(), [])
  switch (arrival.phase) {
    case 'here':
      return <arrival.Part />
    case 'failed':
      return (
        <Panel>
          <TryAgain text="The timeline could not be loaded." isTrying={false} onRetry={TimelinePart.fetch} />
        </Panel>
      )
    default:
      return <RowSkeletons count={4} />
  }
}
