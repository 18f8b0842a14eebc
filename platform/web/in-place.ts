/** The header of a form that a script sends and that must not leave its page: where it would lead is said in `nextPage`. */
export const inPlace = 'x-in-place'
export const nextPage = 'x-next-page'
/**
 * The header of a script that shows a page in a dialog above another one: the answer has the layout of a part, and ids of
 * its own.
 */
export const asPart = 'x-part'
