import { useAtomValue, useSetAtom } from 'jotai/react'
import { canExportAtom, exportWorkspaceAtom, isAskingForExportAtom } from '../../state/workspace/workspace-export'
import { ExportButton } from '../../ui/forms/export-button'

/** A zip of everything, where the provider makes one (EXT-13); nothing elsewhere. */
export function ExportOffer() {
  const canExport = useAtomValue(canExportAtom)
  const isAsking = useAtomValue(isAskingForExportAtom)
  const download = useSetAtom(exportWorkspaceAtom)
  return canExport ? <ExportButton isAsking={isAsking} onExport={() => void download()} /> : null
}
