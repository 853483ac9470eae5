import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SettingToggle } from '../../../src/ui/forms/setting-toggle'
import { Toggle } from '../../../src/ui/forms/toggle'
import { show } from '../../support/render'

/** Two switches of whose presses nothing comes, as where the hub refuses. */
function showRefused(onChange: (isOn: boolean) => void) {
  const { rerender } = show(<Both onChange={onChange} isSaving={false} />)
  return {
    /** The press was answered. */
    drawAgain() {
      rerender(<Both onChange={onChange} isSaving />)
      rerender(<Both onChange={onChange} isSaving={false} />)
    },
  }
}

function Both(props: { readonly onChange: (isOn: boolean) => void; readonly isSaving: boolean }) {
  return (
    <>
      <Toggle label="Motion" isOn={false} onChange={props.onChange} />
      <SettingToggle label="Calls" icon={null} isOn={false} isDisabled={false} {...props} />
    </>
  )
}

const press = (name: string) => act(async () => void fireEvent.click(box(name)))
const box = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })

it.each(['Motion', 'Calls'])(
  'a switch whose press was refused is what it shows, and takes the next: %s (UI-04)',
  async (name) => {
    const onChange = vi.fn()
    const { drawAgain } = showRefused(onChange)
    await press(name)
    drawAgain()
    expect(box(name).checked).toBe(false)
    await press(name)
    expect(onChange.mock.calls).toEqual([[true], [true]])
  },
)
