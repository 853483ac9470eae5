import { FileArchive } from 'lucide-react'
import { BusyButton } from './busy-button'

/** Asks for a zip of everything in the workspace. */
export function ExportButton(props: { readonly isAsking: boolean; readonly onExport: () => void }) {
  return (
    <BusyButton variant="outline" size="sm" alignSelf="flex-start" isBusy={props.isAsking} onClick={props.onExport}>
      <FileArchive size="1rem" aria-hidden />
      Download Everything
    </BusyButton>
  )
}
