// For islands of other modules: what is dangerous there asks who one is, too.
export { useProvedApi } from './prove-dialog.tsx'
