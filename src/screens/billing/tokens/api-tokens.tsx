import { Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { MAX_API_TOKENS } from '../../../contract/sign-in/api-tokens'
import { readingOf } from '../../../state/http/reads'
import { apiTokensQueryAtom, areApiTokensFullAtom, hasApiTokensAtom } from '../../../state/sign-in/api-tokens'
import { ListLines } from '../../../ui/layout/list-line'
import { Panel } from '../../../ui/layout/panel'
import { AwaitedRows } from '../../../ui/notices/try-again'
import { NewToken } from './new-token'
import { TokenLine } from './token-line'

/** Tokens for programs, where the provider has them (extension `api-tokens`); nothing elsewhere. */
export function ApiTokens() {
  if (!useAtomValue(hasApiTokensAtom)) return null
  return (
    <Panel heading="API tokens">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          For scripts and other programs, such as Home Assistant. A token acts for whoever made it, in this workspace
          only, and does what is chosen here and no more.
        </Text>
        <Tokens />
      </Stack>
    </Panel>
  )
}

function Tokens() {
  const query = useAtomValue(apiTokensQueryAtom)
  const isFull = useAtomValue(areApiTokensFullAtom)
  const tokens = query.data ?? []
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={1} missing="The tokens are not here yet.">
      {tokens.length === 0 ? (
        <Text>There is no token yet.</Text>
      ) : (
        <ListLines label="API tokens">
          {tokens.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </ListLines>
      )}
      {isFull ? (
        <Text color="fg.muted" textStyle="sm">
          A workspace has at most {MAX_API_TOKENS} tokens. Revoke one that nothing uses any more to make another.
        </Text>
      ) : (
        <NewToken />
      )}
    </AwaitedRows>
  )
}
