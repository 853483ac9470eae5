/** Input of a film (film-input.ts); the reader of containers is fetched with the first. */
export const openFilm = async (film: Blob) => (await import('./film-input')).inputOf(film)
