export const gridChanged = 'grid-changed'

/** Lets the grid of the page read its rows anew: something that they show was changed beside it. */
export const refreshGrid = () => dispatchEvent(new Event(gridChanged))
