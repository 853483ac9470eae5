/** '1 camera', '2 cameras'; `many` for what is not made by an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
