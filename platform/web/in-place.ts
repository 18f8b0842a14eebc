/**
 * The header of a form submitted by a script that must not leave its page: the target address comes back in `nextPage`.
 */
export const inPlace = 'x-in-place'
export const nextPage = 'x-next-page'
/**
 * The header of a script that shows a page in a dialog above another page: the response has a partial layout and its
 * own ids.
 */
export const asPart = 'x-part'
/**
 * The header of a script that replaces the part of a page within its frame: `<frame> <number>`. The number makes the
 * ids of the part unique. A page in the same frame responds with its part and repeats the frame's name in this header;
 * any other page responds with 204 before it has loaded anything, and must be visited as a whole.
 */
export const swapHeader = 'x-swap'
