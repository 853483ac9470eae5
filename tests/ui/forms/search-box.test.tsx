import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SearchBox } from '../../../src/ui/forms/search-box'
import { show } from '../../support/render'

const told: string[] = []

function Search() {
  const [text, setText] = useState('do')
  const change = (next: string) => {
    told.push(next)
    setText(next)
  }
  return <SearchBox placeholder="Search events..." value={text} onChange={change} />
}

it('a search box keeps its name when its placeholder is gone, and tells every key', async () => {
  show(<Search />)
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search events...' })
  expect([box.value, box.placeholder, box.getAttribute('aria-label')]).toEqual([
    'do',
    'Search events...',
    'Search events...',
  ])
  const user = userEvent.setup()
  await user.type(box, 'or')
  await user.clear(box)
  expect(told).toEqual(['doo', 'door', ''])
})
