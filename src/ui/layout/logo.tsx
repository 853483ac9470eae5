import { chakra } from '@chakra-ui/react'

/** A night bird's eye under a crescent brow. */
export function Logo(props: { readonly size?: string }) {
  return (
    <chakra.svg
      viewBox="0 0 32 32"
      width={props.size ?? '2rem'}
      height={props.size ?? '2rem'}
      aria-hidden
      flexShrink={0}
    >
      <rect width="32" height="32" rx="8" fill="#16423d" />
      <path d="M5 17c3-6 7-9 11-9s8 3 11 9c-3 5-7 7-11 7S8 22 5 17Z" fill="#a1e6d4" />
      <circle cx="16" cy="16.5" r="5.5" fill="#0b100d" />
      <circle cx="18" cy="14.5" r="1.8" fill="#f5f6f1" />
    </chakra.svg>
  )
}
