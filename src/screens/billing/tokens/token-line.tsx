import { Badge, Box, Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { KeyRound } from 'lucide-react'
import type { ApiToken } from '../../../contract/sign-in/api-tokens'
import { formatLongDate, formatRelativeTime } from '../../../lib/date-time'
import { revokeApiTokenAtom, scopeWords } from '../../../state/sign-in/api-tokens'
import { sessionAtom } from '../../../state/sign-in/session'
import { ConfirmButton } from '../../../ui/forms/confirm-button'
import { ListLine } from '../../../ui/layout/list-line'
import { useNow } from '../../../ui/layout/use-now'

/** A token, what it may do, who made it and when it was last used. */
export function TokenLine({ token }: { readonly token: ApiToken }) {
  const revoke = useSetAtom(revokeApiTokenAtom)
  const session = useAtomValue(sessionAtom)
  const nowMs = useNow()
  const isOwn = session.phase === 'signed-in' && session.email === token.createdBy
  const used =
    token.lastUsedAt === null ? 'never used' : `last used ${formatRelativeTime(Date.parse(token.lastUsedAt), nowMs)}`
  return (
    <ListLine
      icon={<KeyRound size="1.1rem" />}
      actions={
        <ConfirmButton
          size="sm"
          variant="outline"
          label={`Revoke ${token.name}`}
          question={`Revoke ${token.name}?`}
          consequence="Programs that use this token are refused from now on. It cannot be brought back; another one can be made."
          verb="Revoke"
          onConfirm={() => revoke(token)}
        >
          Revoke
        </ConfirmButton>
      }
    >
      <Box minW="0">
        <Flex wrap="wrap" columnGap="2" rowGap="1" align="center" minW="0">
          <Text minW="0" overflowWrap="anywhere" me="1">
            {token.name}
          </Text>
          {token.scopes.map((scope) => (
            <Badge key={scope} variant="outline" flexShrink={0}>
              {scopeWords[scope].label}
            </Badge>
          ))}
        </Flex>
        <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          Made on {formatLongDate(token.createdAt)} by {isOwn ? 'you' : token.createdBy}, {used}
        </Text>
      </Box>
    </ListLine>
  )
}
