import { Box, Flex, SkipNavContent, SkipNavLink } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { StealthMode } from '../../screens/cameras/stealth/stealth-mode'
import { cameraSignsAtom } from '../../state/live/camera-signs'
import { canWatchAtom, watchedAtom } from '../../state/live/watching'
import { playingAtom } from '../../state/recordings/playing'
import { provenClipAtom } from '../../state/recordings/proven-clip'
import { clipToShareAtom } from '../../state/shares/shares'
import { sidebarOpenAtom } from '../../state/shell/sidebar'
import { isPasskeyOfferedAtom, prepareOfferAtom } from '../../state/sign-in/passkey-offer'
import { useFocusKept } from '../../ui/layout/focus-keeper'
import { isNarrow, watchNarrow } from '../../ui/layout/mobile-device'
import { whenIdle } from '../../ui/layout/when-idle'
import { lazyPart } from '../lazy-part'
import { BottomBar } from './bottom-bar'
import { ConnectionNotice, VersionNotice } from './hub-notices'
import { ModeSlot } from './mode-slot'
import { Sidebar } from './sidebar'
import { TopBar } from './top-bar'

/** The frame of all guarded screens: sidebar, or a sheet below 768 px (NAV-31, NAV-33). */
export function Shell(props: { readonly children: ReactNode }) {
  const isOpen = useAtomValue(sidebarOpenAtom)
  if (useIsKiosk()) {
    return (
      <Box minH="100dvh" bg="black" p="1">
        <KioskMain>{props.children}</KioskMain>
        <Overlays />
      </Box>
    )
  }
  return (
    <Flex minH="100dvh" align="stretch">
      <SkipNavLink>Skip to content</SkipNavLink>
      <Box
        as="aside"
        aria-label="Sidebar"
        hideBelow="md"
        width={isOpen ? '16rem' : '3rem'}
        flexShrink={0}
        borderEndWidth="1px"
        bg="bg.panel"
        position="sticky"
        top="0"
        height="100dvh"
        data-testid="sidebar"
      >
        <Sidebar isStrip={!isOpen} mode={<ModeSlot look={isOpen ? 'wide' : 'strip'} />} />
      </Box>
      <Flex direction="column" flex="1" minW="0">
        <TopBar />
        <ConnectionNotice />
        <VersionNotice />
        <OfferSlot />
        <SkipNavContent />
        <Main>{props.children}</Main>
        <BottomBarSlot />
      </Flex>
      <Overlays />
    </Flex>
  )
}

/** Only in narrow windows: in wide ones its links would be there twice for whoever searches the page for them. */
function BottomBarSlot() {
  return useSyncExternalStore(watchNarrow, isNarrow) ? <BottomBar /> : null
}

/** The wall of live pictures on a screen of its own: nothing else stands around it (LIVE-87). */
function useIsKiosk(): boolean {
  const [path] = useLocation()
  const search = useSearch()
  return path === '/live' && new URLSearchParams(search).has('kiosk')
}

function Overlays() {
  return (
    <>
      <LiveViewSlot />
      <PlayerSlot />
      <ShareSlot />
      <ProofSlot />
      <StealthMode />
      <SignsSlot />
    </>
  )
}

function Main(props: { readonly children: ReactNode }) {
  return (
    <Box
      as="main"
      ref={useFocusKept()}
      flex="1"
      px={{ base: '4', md: '8' }}
      py={{ base: '4', md: '6' }}
      maxW="100rem"
      width="100%"
      outline="none"
    >
      {props.children}
    </Box>
  )
}

/** Its tiles go with each page that turns (LIVE-87). */
function KioskMain(props: { readonly children: ReactNode }) {
  return (
    <Box as="main" ref={useFocusKept()} outline="none">
      {props.children}
    </Box>
  )
}

/** The part is loaded when it is first wanted, and stays: how it goes is its own. */
function FromFirst({ isWanted, Part }: { readonly isWanted: boolean; readonly Part: ComponentType }) {
  const wasWanted = useRef(false)
  wasWanted.current ||= isWanted
  return wasWanted.current ? (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  ) : null
}

const PasskeyOffer = lazyPart<object>(async () => ({ default: (await import('./passkey-offer')).PasskeyOffer }))

/** For whoever has just typed a code. */
function OfferSlot() {
  const isOffered = useAtomValue(isPasskeyOfferedAtom)
  const prepare = useSetAtom(prepareOfferAtom)
  useEffect(() => void prepare(), [prepare])
  return isOffered ? (
    <Suspense fallback={null}>
      <PasskeyOffer />
    </Suspense>
  ) : null
}

const Player = lazyPart<object>(async () => ({ default: (await import('../../screens/videos/player')).Player }))

/** The player of all screens, from the first recording on that somebody plays. */
function PlayerSlot() {
  const isPlaying = useAtomValue(playingAtom).phase !== 'closed'
  return <FromFirst isWanted={isPlaying} Part={Player} />
}

const ShareDialog = lazyPart<object>(async () => ({
  default: (await import('../../screens/video-sharing/share-dialog')).ShareDialog,
}))

/** From the first recording on that somebody shares where it is shown. */
function ShareSlot() {
  const isWanted = useAtomValue(clipToShareAtom) !== null
  return <FromFirst isWanted={isWanted} Part={ShareDialog} />
}

const ProofDialog = lazyPart<object>(async () => ({
  default: (await import('../../screens/videos/proof-dialog')).ProofDialog,
}))

/** From the first recording on whose proof somebody looks at. */
function ProofSlot() {
  const isWanted = useAtomValue(provenClipAtom) !== null
  return <FromFirst isWanted={isWanted} Part={ProofDialog} />
}

const CameraSigns = lazyPart<object>(async () => ({
  default: (await import('../../screens/cameras/live/camera-signs')).CameraSigns,
}))

/** From the first moment on that somebody listens, talks or sounds the siren at a camera of this tab. */
function SignsSlot() {
  const hasSigns = useAtomValue(cameraSignsAtom).length > 0
  return <FromFirst isWanted={hasSigns} Part={CameraSigns} />
}

/** With the code that looks, which the first look waits for too. */
const LiveView = lazyPart<object>(async () => {
  const [{ LiveView: View }] = await Promise.all([import('../../screens/live/live-view'), import('../viewer-platform')])
  return { default: View }
})

/** The live picture of one camera, from the first that somebody looks through on. */
function LiveViewSlot() {
  const isWatching = useAtomValue(watchedAtom) !== null
  const [path] = useLocation()
  const mayWatchSoon = useAtomValue(canWatchAtom) && (path === '/cameras' || path === '/live')
  useEffect(() => (mayWatchSoon ? whenIdle(() => void LiveView.preload()) : undefined), [mayWatchSoon])
  return <FromFirst isWanted={isWatching} Part={LiveView} />
}
