import { Button, IconButton, Stack } from '@chakra-ui/react'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { sampleShares } from '../../state/shares/samples'
import { OneLine } from '../../ui/notices/one-line'
import { SampleForm } from './sample-form'
import { ShareCard } from './share-card'
import { ShareList, SharingColumns } from './sharing-columns'

/** Where the provider has no shares: a picture of the screen, of which nothing is sent (SHARE-01, SHARE-10). */
export function SampleShares() {
  const [shares] = useState(() => sampleShares(Date.now()))
  return (
    <Stack gap="4">
      <OneLine kind="info" title="A preview of what is to come">
        The shares below are samples, and nothing on this screen is sent or changed.
      </OneLine>
      <SharingColumns>
        <SampleForm />
        <ShareList heading="Sample Shares">
          {shares.map((share) => (
            <ShareCard
              key={share.id}
              share={{ ...share, hasPassword: share.password !== null }}
              copy={(describedBy) => (
                <IconButton size="sm" variant="ghost" aria-label="Copy link" aria-describedby={describedBy}>
                  <Copy />
                </IconButton>
              )}
              actions={(describedBy) => (
                <>
                  <Button size="sm" variant="outline" aria-describedby={describedBy}>
                    Preview
                  </Button>
                  <Button size="sm" variant="outline" aria-describedby={describedBy}>
                    Edit
                  </Button>
                  <Button size="sm" variant="outline" colorPalette="red" color="red.fg" aria-describedby={describedBy}>
                    Revoke Access
                  </Button>
                </>
              )}
            />
          ))}
        </ShareList>
      </SharingColumns>
    </Stack>
  )
}
