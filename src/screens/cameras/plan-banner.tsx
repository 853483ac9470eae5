import { Box, Button } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Link } from 'wouter'
import { isFreePlanAtom } from '../../state/workspace/workspace'
import { Notice } from '../../ui/notices/notice'

/** Shown while the workspace is unknown or on the FREE tier (CAM-05). */
export function PlanBanner() {
  if (!useAtomValue(isFreePlanAtom)) return null
  return (
    <Box mb="4">
      <Notice
        kind="info"
        actions={
          <Button asChild size="sm" variant="outline">
            <Link href="/billing">Upgrade Plan</Link>
          </Button>
        }
      >
        The free plan has 1 camera without sound. Upgrade for up to 3 cameras with audio.
      </Notice>
    </Box>
  )
}
