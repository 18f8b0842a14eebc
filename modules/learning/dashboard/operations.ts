import type { AnyOperation } from '../../../platform/operation.ts'

export const operations: readonly AnyOperation[] = []
