import { atom } from 'jotai/vanilla'
import { messages } from './messages'
import { servicesAtom } from './services'

/** Puts a text on the clipboard; false where the browser refuses, which is said. */
export const copyTextAtom = atom(null, async (get, _set, text: string): Promise<boolean> => {
  const { copyText, showToast } = get(servicesAtom)
  const isCopied = await copyText(text)
  showToast(isCopied ? { kind: 'success', text: messages.copied } : { kind: 'warning', text: messages.notCopied })
  return isCopied
})
