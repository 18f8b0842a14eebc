// For islands of other modules whose dangerous actions also require a proof.
export { useProvedApi } from './prove-dialog.tsx'
