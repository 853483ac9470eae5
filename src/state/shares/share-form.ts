import type { NewShare, Share, ShareChange } from '../../contract/shares'
import { shareDays } from '../../contract/shares'

export interface ShareForm {
  readonly title: string
  readonly description: string
  readonly isPublic: boolean
  readonly expiryDays: number
  readonly password: string
  readonly requirePassword: boolean
}

export const emptyShareForm: ShareForm = {
  title: '',
  description: '',
  isPublic: false,
  expiryDays: 7,
  password: '',
  requirePassword: false,
}

/** Whether nothing stands in the form of a new share; what was put back by hand is nothing. */
export function isEmptyForm(form: ShareForm): boolean {
  return JSON.stringify(form) === JSON.stringify(emptyShareForm)
}

/** 1, 3, 7 and 30 days (SHARE-04). */
export const expiryOptions = [
  { days: 1, label: '1 day' },
  { days: 3, label: '3 days' },
  { days: 7, label: '1 week' },
  { days: 30, label: '1 month' },
] as const

/** Where the end of a share stays what it is. */
export const SAME_END = 0

/** The form of a share that is there already. Nobody knows its password any more: an empty field leaves it. */
export function formOfShare({ title, description, isPublic, hasPassword }: Share): ShareForm {
  return { title, description, isPublic, expiryDays: SAME_END, password: '', requirePassword: hasPassword }
}

/** As the call has it; what is wrong in it the call's own check says. */
export function newShareOf(form: ShareForm, videoId: string): NewShare {
  const { title, description, isPublic, requirePassword, password } = form
  const access = { isPublic, password: requirePassword ? password : null }
  return { videoId, title, description, expiryDays: daysOf(form) ?? 7, ...access }
}

/** What the form makes different; null: nothing. */
export function changeOf(share: Share, form: ShareForm): ShareChange | null {
  const days = daysOf(form)
  const password = passwordChange(share, form)
  const change: ShareChange = {
    ...(form.title.trim() !== share.title && { title: form.title }),
    ...(form.description.trim() !== share.description && { description: form.description }),
    ...(form.isPublic !== share.isPublic && { isPublic: form.isPublic }),
    ...(days !== undefined && { expiryDays: days }),
    ...(password !== undefined && { password }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** The share once what the form holds is saved: of what others have changed meanwhile it knows nothing. */
export function savedShare(share: Share, form: ShareForm): Share {
  const { title, description, isPublic, requirePassword } = form
  return { ...share, title: title.trim(), description: description.trim(), isPublic, hasPassword: requirePassword }
}

/** undefined: it stays. */
function passwordChange({ hasPassword }: Share, { requirePassword, password }: ShareForm): string | null | undefined {
  if (!requirePassword) return hasPassword ? null : undefined
  return hasPassword && password === '' ? undefined : password
}

function daysOf({ expiryDays }: ShareForm) {
  return shareDays.find((days) => days === expiryDays)
}
