/** A step of a plan from `explain (analyze, format json)`. */
export type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Organizations and their addresses are too few for an index to be worthwhile. */
const fewRows = new Set(['organization', 'organization_address'])

/** The most rows that one step of a plan touched, except in tables with few rows. */
export function maxRows(node: PlanNode): number {
  const touched = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const rowsRead = fewRows.has(node['Relation Name'] ?? '') ? 0 : touched
  return Math.max(rowsRead, ...(node.Plans ?? []).map(maxRows))
}
