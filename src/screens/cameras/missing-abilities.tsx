import { Box, List } from '@chakra-ui/react'
import { abilitySentences, type BrowserGlobals, missingAbilities } from '../../state/capture/camera-abilities'
import { Notice } from '../../ui/notices/notice'

/** Says which part is missing where a browser cannot be a camera; nothing where it can. */
export function MissingAbilities(props: { readonly browser?: BrowserGlobals }) {
  const missing = missingAbilities(props.browser ?? globalThis)
  if (missing.length === 0) return null
  return (
    <Box mb="4">
      <Notice kind="warning" title="This browser cannot be a camera, only watch others">
        <List.Root ps="4">
          {missing.map((ability) => (
            <List.Item key={ability}>{abilitySentences[ability]}</List.Item>
          ))}
        </List.Root>
      </Notice>
    </Box>
  )
}
