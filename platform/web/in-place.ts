/**
 * The header of a form submitted by a script that must not leave its page: the target address comes back in `nextPage`.
 */
export const inPlace = 'x-in-place'
export const nextPage = 'x-next-page'
/**
 * The header of a script that shows a page in a dialog above another one: the response has a partial layout and its own
 * ids.
 */
export const asPart = 'x-part'
