export const gridChanged = 'grid-changed'

/** Makes the page's grid reload its rows after something that they show was changed beside it. */
export const refreshGrid = () => dispatchEvent(new Event(gridChanged))
