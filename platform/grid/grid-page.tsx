import type { ReactNode } from 'react'
import { PageTitle } from '#platform/ui/parts.tsx'
import GridIsland from './grid.island.tsx'
import type { GridData } from './grid-data.ts'

/** A grid's page: complete HTML with links and forms, which the island makes faster. */
type GridPageProps = { data: GridData; actions?: ReactNode; above?: ReactNode }

export function GridPage({ data, actions, above }: GridPageProps) {
  return (
    <>
      <PageTitle actions={actions}>{data.title}</PageTitle>
      {above && <div className="mb-4">{above}</div>}
      <GridIsland data={data} />
    </>
  )
}
