import { Grid, Heading, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { sampleShares } from '../../state/shares/shares'
import { PageHeader } from '../../ui/layout/page-header'
import { Notice } from '../../ui/notices/notice'
import { CreateShare } from './create-share'
import { ShareCard } from './share-card'

/** A static mock: nothing here is wired to the server (SHARE-01). */
export default function VideoSharingScreen() {
  const [shares] = useState(() => sampleShares(Date.now()))
  return (
    <>
      <PageHeader title="Secure Video Sharing" line="Show a clip to others by a link" />
      <Stack gap="4">
        <Notice kind="info" title="A preview of what is to come">
          The shares below are samples, and nothing on this screen is sent or changed.
        </Notice>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 2fr) minmax(0, 3fr)' }}
          gap="4"
          alignItems="start"
        >
          <CreateShare />
          <Stack as="section" gap="3" aria-labelledby="active-shares">
            <Heading as="h2" size="md" id="active-shares">
              Sample Shares
            </Heading>
            <Stack as="ul" gap="3" listStyleType="none">
              {shares.map((share) => (
                <ShareCard key={share.id} share={share} />
              ))}
            </Stack>
          </Stack>
        </Grid>
        <Notice kind="success">All shared videos are encrypted and automatically expire.</Notice>
      </Stack>
    </>
  )
}
