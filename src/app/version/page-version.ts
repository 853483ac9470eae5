/** Which version of the app a page is of; undefined where it is none of the app's, or served by the tools of development. */
export function versionOf(page: Document): string | undefined {
  return page.querySelector<HTMLMetaElement>('meta[name="nightjar-version"]')?.content
}
