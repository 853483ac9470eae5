import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import {
  addressDraftsAtom,
  addressState,
  type Channel,
  channelFields,
  testIntegrationAtom,
  testingAtom,
} from '../../state/notifications/integrations'
import { shownRefusalsAtom } from '../../state/notifications/refusal'
import { changeConfigAtom, savingAtom, shownConfigAtom } from '../../state/notifications/settings'

/** What a channel's switch and address show, and what they do (NOTIF-10, NOTIF-16). */
export function useChannelForm(channel: Channel) {
  const { enabled, address } = channelFields[channel]
  const config = useAtomValue(shownConfigAtom)
  const saving = useAtomValue(savingAtom)
  const change = useSetAtom(changeConfigAtom)
  const test = useSetAtom(testIntegrationAtom)
  const isTesting = useAtomValue(testingAtom).has(channel)
  const refusal = useAtomValue(shownRefusalsAtom).get(address)
  const [drafts, setDraft] = useAtom(addressDraftsAtom)
  const typed = drafts[channel] ?? config[address] ?? ''
  return {
    address,
    typed,
    state: addressState(channel, typed, config),
    /** null: nothing is said against what is typed. */
    refusal: refusal?.value === typed ? refusal.sentence : null,
    isOn: config[enabled],
    isSaving: saving.phase === 'saving',
    isSavingSwitch: saving.phase === 'saving' && saving.change.name === enabled,
    isSavingAddress: saving.phase === 'saving' && saving.change.name === address,
    isTesting,
    type: (text: string) => setDraft(channel, text),
    turn: (isOn: boolean) => void change({ part: 'integrations', name: enabled, value: isOn }),
    test: () => void test(channel, typed),
    save: async () => {
      if (await change({ part: 'integrations', name: address, value: typed })) setDraft(channel, undefined)
    },
  }
}
