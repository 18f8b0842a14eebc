import type { ReactNode } from 'react'
import { PageTitle } from '../ui/parts.tsx'
import GridIsland from './grid.island.tsx'
import type { GridData } from './grid-data.ts'

/** The page of a grid: complete HTML with links and forms, which the island makes quicker. */
export function GridPage({ data, actions }: { data: GridData; actions?: ReactNode }) {
  return (
    <>
      <PageTitle actions={actions}>{data.title}</PageTitle>
      <GridIsland data={data} />
    </>
  )
}
