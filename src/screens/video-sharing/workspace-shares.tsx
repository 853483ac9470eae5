import { useAtom, useAtomValue } from 'jotai/react'
import { Link2 } from 'lucide-react'
import { readingOf } from '../../state/http/reads'
import { shareDraftAtom } from '../../state/shares/share-draft'
import { sharesQueryAtom } from '../../state/shares/shares'
import { Panel } from '../../ui/layout/panel'
import { NothingHere } from '../../ui/notices/nothing-here'
import { OneLine } from '../../ui/notices/one-line'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { ClipPicker } from './clip-picker'
import { CreateShare } from './create-share'
import { ShareList, ShareSection, SharingColumns } from './sharing-columns'
import { WorkspaceShare } from './workspace-share'

/** What the workspace shares, and the form for more (SHARE-13). */
export function WorkspaceShares() {
  const [{ form, videoId }, change] = useAtom(shareDraftAtom)
  return (
    <SharingColumns>
      <Panel heading="Create New Share">
        <CreateShare
          videoId={videoId}
          form={form}
          onForm={(changed) => change((now) => ({ ...now, form: changed(now.form) }))}
          clip={<ClipPicker value={videoId} onChange={(chosen) => change((now) => ({ ...now, videoId: chosen }))} />}
          // What was chosen meanwhile is of the next.
          onMade={(share) => change((now) => (now.videoId === share.videoId ? { ...now, videoId: '' } : now))}
        />
      </Panel>
      <Shares />
    </SharingColumns>
  )
}

function Shares() {
  const query = useAtomValue(sharesQueryAtom)
  const reading = readingOf(query)
  const heading = 'Active Shares'
  const shares = query.data?.shares ?? []
  if (reading === 'awaited') {
    return (
      <ShareSection heading={heading}>
        <RowSkeletons count={1} height="24rem" />
      </ShareSection>
    )
  }
  if (reading === 'missing') {
    return (
      <ShareSection heading={heading}>
        <Panel>
          <TryAgain
            text="The shares are not here yet."
            isTrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      </ShareSection>
    )
  }
  if (shares.length === 0) {
    return (
      <ShareSection heading={heading} note={<UnreachableNote />}>
        <NothingHere
          icon={<Link2 />}
          title="Nothing is shared"
          text="Choose a clip and create a share: others then watch that one clip by its link, and nothing else."
        />
      </ShareSection>
    )
  }
  return (
    <ShareList heading={heading} note={<UnreachableNote />}>
      {shares.map((share) => (
        <WorkspaceShare key={share.id} share={share} />
      ))}
    </ShareList>
  )
}

function UnreachableNote() {
  const isReachable = useAtomValue(sharesQueryAtom).data?.isReachable ?? true
  if (isReachable) return null
  return (
    <OneLine kind="warning" title="Others cannot open these links yet">
      Nightjar was opened by an address of this machine alone. Start it with LAN=1 for your network, or set PUBLIC_URL
      to the address that others use; the links are then for them.
    </OneLine>
  )
}
