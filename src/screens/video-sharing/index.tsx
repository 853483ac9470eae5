import { Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { learnSharingAtom, sharingAtom } from '../../state/shares/shares'
import { PageHeader } from '../../ui/layout/page-header'
import { QuietLine } from '../../ui/notices/quiet-line'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { OpenShare } from './open-share'
import { SampleShares } from './sample-shares'
import { WorkspaceShares } from './workspace-shares'

export default function VideoSharingScreen() {
  return (
    <>
      <PageHeader title="Secure Video Sharing" line="Show a clip to others by a link" />
      <Stack gap="4">
        <Content />
        <SafetyLine />
      </Stack>
    </>
  )
}

/** Samples promise as specified; real shares only what holds, which encryption on the hub's disk does not (SHARE-11). */
const safetyWords = {
  samples: 'All shared videos are encrypted and automatically expire.',
  shares:
    'A link shows one recording and nothing else, only to those who have it and its password, and ends by itself.',
}

function SafetyLine() {
  const sharing = useAtomValue(sharingAtom)
  if (sharing === 'asking') return null
  return <QuietLine icon={ShieldCheck}>{safetyWords[sharing]}</QuietLine>
}

function Content() {
  const sharing = useAtomValue(sharingAtom)
  const learn = useSetAtom(learnSharingAtom)
  const shareId = new URLSearchParams(useSearch()).get('open')
  useEffect(() => {
    const end = new AbortController()
    void learn(end.signal)
    return () => end.abort()
  }, [learn])
  switch (sharing) {
    case 'asking':
      return <RowSkeletons count={3} height="8rem" />
    case 'samples':
      return <SampleShares />
    case 'shares':
      return shareId === null ? <WorkspaceShares /> : <OpenShare shareId={shareId} />
  }
}
