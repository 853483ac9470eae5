import { Badge, Box, Button, Flex, Heading, HStack, IconButton, Text } from '@chakra-ui/react'
import { CalendarClock, Copy, Eye, Lock } from 'lucide-react'
import { useId } from 'react'
import { formatLongDate } from '../../lib/long-date'
import type { Share } from '../../state/shares/shares'

/** A sample share; its buttons do nothing (SHARE-10). */
export function ShareCard({ share }: { readonly share: Share }) {
  const headingId = useId()
  return (
    <Flex as="li" direction="column" gap="3" bg="bg.panel" borderWidth="1px" rounded="l3" p={{ base: '4', md: '5' }}>
      <Box>
        <Flex justify="space-between" align="start" gap="3">
          <Heading as="h3" size="sm" id={headingId}>
            {share.title}
          </Heading>
          <Badge
            colorPalette={share.isPublic ? 'orange' : 'gray'}
            variant={share.isPublic ? 'subtle' : 'outline'}
            flexShrink={0}
          >
            {share.isPublic ? 'Public' : 'Private'}
          </Badge>
        </Flex>
        <Text color="fg.muted" textStyle="sm">
          {share.description}
        </Text>
      </Box>
      <Flex gap="4" rowGap="1" wrap="wrap" color="fg.muted" textStyle="sm">
        <HStack gap="1.5">
          <Eye size="1rem" aria-hidden />
          {`${share.views} ${share.views === 1 ? 'view' : 'views'}`}
        </HStack>
        <HStack gap="1.5">
          <CalendarClock size="1rem" aria-hidden />
          {`Expires ${formatLongDate(share.expiresAt)}`}
        </HStack>
        {share.password !== null && (
          <HStack gap="1.5">
            <Lock size="1rem" aria-hidden />
            Password protected
          </HStack>
        )}
      </Flex>
      <Flex align="center" gap="2" bg="bg.muted" rounded="l2" ps="3" minW="0">
        <Text textStyle="sm" color="fg.muted" truncate flex="1">
          {share.shareUrl}
        </Text>
        <IconButton size="sm" variant="ghost" aria-label="Copy link" aria-describedby={headingId}>
          <Copy />
        </IconButton>
      </Flex>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" variant="outline" aria-describedby={headingId}>
          Preview
        </Button>
        <Button size="sm" variant="outline" aria-describedby={headingId}>
          Edit
        </Button>
        <Button size="sm" variant="outline" colorPalette="red" color="red.fg" aria-describedby={headingId}>
          Revoke Access
        </Button>
      </Flex>
    </Flex>
  )
}
