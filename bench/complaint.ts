/** Something the user can put right; its message is all they need to see. */
export class Complaint extends Error {}

/** Runs a bench: a complaint is printed and ends it with exit code 1, anything else is our bug and thrown on. */
export async function complaining(bench: () => Promise<void>): Promise<void> {
  try {
    await bench()
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
