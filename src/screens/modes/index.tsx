import { Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Redirect } from 'wouter'
import { camerasQueryAtom } from '../../state/cameras/camera-list'
import { modeViewAtom } from '../../state/modes/mode-view'
import { modesQueryAtom } from '../../state/modes/modes'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { CameraTable } from './camera-table'
import { InForce } from './in-force'
import { SchedulePanel } from './schedule-panel'

export default function ModesScreen() {
  return (
    <>
      <PageHeader title="Modes" line="When your cameras record, and when you are told" />
      <Content />
    </>
  )
}

function Content() {
  const view = useAtomValue(modeViewAtom)
  const query = useAtomValue(modesQueryAtom)
  // Any answer tells what the provider offers, and on this screen nothing else asks before that is known.
  const cameras = useAtomValue(camerasQueryAtom)
  switch (view.phase) {
    case 'none':
      if (cameras.isPending) return <Awaited />
      if (cameras.isError) return <Missing query={cameras} />
      return <Redirect to="/dashboard" replace />
    case 'awaited':
      return <Awaited />
    case 'missing':
      return <Missing query={query} />
    case 'known':
      return (
        <Stack gap="4">
          <InForce view={view} />
          <SchedulePanel />
          <CameraTable />
        </Stack>
      )
  }
}

function Awaited() {
  return (
    <Panel>
      <RowSkeletons count={3} />
    </Panel>
  )
}

function Missing({ query }: { readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown } }) {
  return (
    <Panel>
      <TryAgain text="The modes are not here yet." isTrying={query.isFetching} onRetry={() => void query.refetch()} />
    </Panel>
  )
}
