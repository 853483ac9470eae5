/** What a step has to take along. */
export type TakeAlong =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly content: string }

/** One thing that only the system can be told. */
export interface SystemStep {
  readonly topic: 'start' | 'sign-in' | 'awake' | 'power'
  readonly title: string
  readonly line: string
  readonly take?: TakeAlong
}

/** What stands in the window's address bar when it starts, and which browser that is. */
export interface StartUp {
  readonly address: string
  readonly deviceName: string
}
