/** A foreseen failure: its message is the one sentence that the user sees. */
export class Failure extends Error {}
