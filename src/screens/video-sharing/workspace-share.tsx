import { Box, Button, IconButton, Link, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { Copy } from 'lucide-react'
import type { Share } from '../../contract/shares'
import { formatDateTime } from '../../lib/date-time'
import { copyShareLinkAtom, revokeShareAtom } from '../../state/shares/shares'
import { ConfirmButton } from '../../ui/forms/confirm-button'
import { LatePart } from '../../ui/layout/late-part'
import { useLateDialog } from '../../ui/layout/use-late-dialog'
import { TryAgain } from '../../ui/notices/try-again'
import { Picture } from '../../ui/pictures/picture'
import { ShareCard } from './share-card'

/** Comes when pointer or focus is on the button. */
const editDialog = new LatePart(async () => (await import('./edit-share')).EditShare)

/** A share of the workspace; every member may copy, change and end it (SHARE-27). */
export function WorkspaceShare({ share }: { readonly share: Share }) {
  const copy = useSetAtom(copyShareLinkAtom)
  const revoke = useSetAtom(revokeShareAtom)
  const { arrival, ...edit } = useLateDialog(editDialog)
  return (
    <>
      <ShareCard
        share={share}
        picture={<Picture url={share.thumbnailUrl} alt="" />}
        facts={
          <Text color="fg.muted" textStyle="sm" mt="1" overflowWrap="anywhere">
            {share.cameraName}, {formatDateTime(share.recordedAt)}
            {share.createdBy !== '' && ` · shared by ${share.createdBy}`}
          </Text>
        }
        copy={(describedBy) => (
          <IconButton
            size="sm"
            variant="ghost"
            aria-label="Copy link"
            aria-describedby={describedBy}
            onClick={() => void copy(share)}
          >
            <Copy />
          </IconButton>
        )}
        actions={(describedBy) => (
          <>
            {share.shareUrl !== null && (
              <Button asChild size="sm" variant="outline">
                {/* By way of the app, which the page knows members by: their looks are no views. */}
                <Link
                  href={`/video-sharing?open=${encodeURIComponent(share.id)}`}
                  target="_blank"
                  rel="noopener"
                  color="fg"
                  aria-describedby={describedBy}
                >
                  Preview
                </Link>
              </Button>
            )}
            <Button
              size="sm"
              variant="outline"
              aria-describedby={describedBy}
              aria-busy={edit.isComing}
              onPointerEnter={editDialog.fetch}
              onFocus={editDialog.fetch}
              onClick={edit.open}
            >
              Edit
            </Button>
            <ConfirmButton
              size="sm"
              variant="outline"
              colorPalette="red"
              color="red.fg"
              aria-describedby={describedBy}
              question={`Revoke access to “${share.title}”?`}
              consequence="The link opens nothing from now on, also for those who are watching. The recording stays."
              verb="Revoke"
              onConfirm={() => revoke(share)}
            >
              Revoke Access
            </ConfirmButton>
          </>
        )}
      />
      {edit.isOpen && arrival.phase === 'here' && (
        <Box as="li" display="contents">
          <arrival.Part share={share} onClose={edit.close} />
        </Box>
      )}
      {edit.isMissing && (
        <Box as="li" role="status">
          <TryAgain text="The form is not here yet." isTrying={arrival.phase === 'coming'} onRetry={edit.open} />
        </Box>
      )}
    </>
  )
}
