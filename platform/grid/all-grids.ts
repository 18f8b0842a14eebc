import { port } from '../ctx.ts'
import type { AnyGrid } from './grid.ts'

/** Every list of the product, for what names one by its call. */
export const gridsPort = port<readonly AnyGrid[]>('grid.all')
