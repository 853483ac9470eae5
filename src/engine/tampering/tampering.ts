/** What somebody, or something, did to a camera (issue 7). */
export type Tampering = 'covered' | 'turned' | 'frozen' | 'darkened'
