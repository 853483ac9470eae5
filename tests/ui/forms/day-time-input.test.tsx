import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { DayTimeInput } from '../../../src/ui/forms/day-time-input'
import { show } from '../../support/render'

const told: string[] = []

/** Takes no day before 2000. */
function ChosenDay() {
  const [day, setDay] = useState('2026-03-10')
  const take = (next: string) => {
    told.push(next)
    if (next >= '2000-01-01') setDay(next)
  }
  return <DayTimeInput type="date" aria-label="Day" value={day} onChange={take} />
}

it('a day that is typed part by part stands as typed, and what is no day is gone as the field is left', () => {
  show(<ChosenDay />)
  const field = screen.getByLabelText<HTMLInputElement>('Day')
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } })
    return field.value
  }
  const typed = ['', '0002-12-05', '2025-12-05']
  expect(typed.map(type)).toEqual(typed)
  expect(told).toEqual(typed.slice(1))
  expect(type('0205-12-05')).toBe('0205-12-05')
  fireEvent.blur(field)
  expect(field.value).toBe('2025-12-05')
})
