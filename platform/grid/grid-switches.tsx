import { Tabs } from '#platform/ui/tabs.tsx'
import type { GridData } from './grid-data.ts'
import { firstPage, type GridState, hrefOf } from './grid-state.shared.ts'

/** The list's named subsets, each with its own address. */
export function GridSwitches({ data, state }: { data: GridData; state: GridState }) {
  const { switches, switches_label } = data
  if (switches.length === 0) return null
  const tabs = switches.map(({ name, label }) => ({
    href: hrefOf(data, firstPage(state, { show: name })),
    label,
    current: name === state.show,
  }))
  return <Tabs label={switches_label} tabs={tabs} />
}
