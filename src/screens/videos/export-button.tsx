import { Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { FileArchive } from 'lucide-react'
import { canExportAtom, exportWorkspaceAtom, isAskingForExportAtom } from '../../state/workspace-export'

/** A zip of everything, where the provider makes one (issue 6); nothing elsewhere. */
export function ExportButton() {
  const canExport = useAtomValue(canExportAtom)
  const isAsking = useAtomValue(isAskingForExportAtom)
  const download = useSetAtom(exportWorkspaceAtom)
  if (!canExport) return null
  return (
    <Button variant="outline" size="sm" alignSelf="flex-start" loading={isAsking} onClick={() => void download()}>
      <FileArchive size="1rem" aria-hidden />
      Download Everything
    </Button>
  )
}
