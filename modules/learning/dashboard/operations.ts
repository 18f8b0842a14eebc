import type { AnyOperation } from '#platform/operation.ts'
import { fetchDashboard } from './fetch-dashboard.ts'
import { navigateToDashboard } from './navigate-to-dashboard.ts'

export const operations: readonly AnyOperation[] = [fetchDashboard, navigateToDashboard]
