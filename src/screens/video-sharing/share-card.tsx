import { Badge, Box, Flex, Heading, HStack, Text } from '@chakra-ui/react'
import { CalendarClock, Eye, Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatLongDate } from '../../lib/date-time'
import { counted } from '../../lib/words'

export interface ShownShare {
  readonly title: string
  readonly description: string
  /** null: it cannot be shown any more. */
  readonly shareUrl: string | null
  readonly isPublic: boolean
  /** ISO time. */
  readonly expiresAt: string
  readonly views: number
  readonly hasPassword: boolean
}

/** A share, with buttons that are described by its title (SHARE-08, SHARE-09). */
export function ShareCard(props: {
  readonly share: ShownShare
  readonly picture?: ReactNode
  /** Which clip it is, and who shared it. */
  readonly facts?: ReactNode
  readonly copy: (describedBy: string) => ReactNode
  readonly actions: (describedBy: string) => ReactNode
}) {
  const headingId = useId()
  const { share } = props
  return (
    <Flex as="li" direction="column" bg="bg.panel" borderWidth="1px" rounded="l3" overflow="hidden" minW="0">
      {props.picture}
      <Flex direction="column" flex="1" gap="3" p="3">
        <Box>
          <Flex justify="space-between" align="start" gap="3" rowGap="0" wrap="wrap">
            <Heading as="h3" size="sm" id={headingId} flex="1 1 6rem" overflowWrap="anywhere">
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
          <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line" overflowWrap="anywhere">
            {share.description}
          </Text>
          {props.facts}
        </Box>
        <Flex gap="4" rowGap="1" wrap="wrap" color="fg.muted" textStyle="sm" mt="auto">
          <HStack gap="1.5">
            <Eye size="1rem" aria-hidden />
            {counted(share.views, 'view')}
          </HStack>
          <HStack gap="1.5">
            <CalendarClock size="1rem" aria-hidden />
            {`Expires ${formatLongDate(share.expiresAt)}`}
          </HStack>
          {share.hasPassword && (
            <HStack gap="1.5">
              <Lock size="1rem" aria-hidden />
              Password protected
            </HStack>
          )}
        </Flex>
        <Flex align="center" gap="2" bg="bg.muted" rounded="l2" ps="3" minW="0" minH="9">
          <Text textStyle="sm" color="fg.muted" truncate={share.shareUrl !== null} flex="1">
            {share.shareUrl ?? 'The hub cannot show this link any more. Who has it can go on using it.'}
          </Text>
          {share.shareUrl !== null && props.copy(headingId)}
        </Flex>
        <Flex gap="2" wrap="wrap">
          {props.actions(headingId)}
        </Flex>
      </Flex>
    </Flex>
  )
}
