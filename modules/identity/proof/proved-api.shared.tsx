// For islands of other modules: dangerous actions there also ask for a proof.
export { useProvedApi } from './prove-dialog.tsx'
