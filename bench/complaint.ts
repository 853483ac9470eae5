/** Something the user can put right; its message is all they need to see. */
export class Complaint extends Error {}
