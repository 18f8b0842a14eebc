/** The header of a form that a script sends and that must not leave its page: where it would lead is said in `nextPage`. */
export const inPlace = 'x-in-place'
export const nextPage = 'x-next-page'
