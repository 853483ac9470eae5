import { Failure } from '../command-line/failure.mjs'

/**
 * The first event of something that a camera filmed, whatever it was taken for: a person, an animal or plain motion.
 * @param {import('@playwright/test').Page} page the list of events
 * @param {string} cameraName
 */
export function firstSighting(page, cameraName) {
  return (
    page
      .getByRole('listitem')
      .filter({ has: page.getByText(new RegExp(` at ${cameraName}$`)) })
      // An alert has no clip.
      .filter({ has: page.getByRole('button', { name: 'View Clip', disabled: false }) })
      .first()
  )
}

/**
 * What a film has to give, or a sentence that says what it did not give: a person's own film is no fault of ours.
 * @template Found
 * @param {Promise<Found | null>} finding null, or a wait that ends in vain: it gave none
 * @param {string} failure
 * @returns {Promise<Found>}
 */
export async function requireOfFilm(finding, failure) {
  const found = await finding.catch((problem) => {
    if (problem instanceof Error && problem.name === 'TimeoutError') return null
    throw problem
  })
  if (found === null) throw new Failure(failure)
  return found
}
