/** What somebody, or something, did to a camera (TAMP-01). */
export type Tampering = 'covered' | 'turned' | 'frozen' | 'darkened'
