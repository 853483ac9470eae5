import { IconButton } from '@chakra-ui/react'
import { useAtom, useSetAtom } from 'jotai/react'
import { Menu } from 'lucide-react'
import { useEffect } from 'react'
import { sheetMissingAtom, sheetOpenAtom } from '../../state/shell/sidebar'
import { type LatePart, useArrival } from '../../ui/layout/late-part'
import { isNarrow, watchNarrow } from '../../ui/layout/mobile-device'
import type { NavigationSheet } from './navigation-sheet'

type SheetProps = Parameters<typeof NavigationSheet>[0]

/** The navigation of narrow windows. It opens at the button or the key alone: where its code did not arrive, it is closed. */
export function NavigationButton({ sheet }: { readonly sheet: LatePart<SheetProps> }) {
  const [isOpen, setIsOpen] = useAtom(sheetOpenAtom)
  const miss = useSetAtom(sheetMissingAtom)
  const arrival = useArrival(sheet)
  useEffect(() => sheet.fetch(), [sheet])
  // The sidebar shows there, and the sheet would lie over it: a telephone on its side is as wide.
  useEffect(() => watchNarrow(() => isNarrow() || setIsOpen(false)), [setIsOpen])
  useEffect(() => {
    // The key opens it as well (NAV-28).
    if (isOpen) sheet.fetch()
  }, [isOpen, sheet])
  // The phase is the trigger; what was asked for just now has left it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isOpen && sheet.arrival().phase === 'failed') miss()
  }, [isOpen, arrival.phase, sheet, miss])
  return (
    <>
      <IconButton
        hideFrom="md"
        variant="ghost"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Menu />
      </IconButton>
      {arrival.phase === 'here' && <arrival.Part isOpen={isOpen} setIsOpen={setIsOpen} />}
    </>
  )
}
