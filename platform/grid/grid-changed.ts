export const gridChanged = 'grid-changed'

/** Makes the page's grid reload after a change made beside it. */
export const refreshGrid = () => dispatchEvent(new Event(gridChanged))
