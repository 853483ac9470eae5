import { Button } from '@chakra-ui/react'
import { FileArchive } from 'lucide-react'

/** Asks for a zip of everything in the workspace. */
export function ExportButton(props: { readonly isAsking: boolean; readonly onExport: () => void }) {
  return (
    <Button variant="outline" size="sm" alignSelf="flex-start" loading={props.isAsking} onClick={props.onExport}>
      <FileArchive size="1rem" aria-hidden />
      Download Everything
    </Button>
  )
}
