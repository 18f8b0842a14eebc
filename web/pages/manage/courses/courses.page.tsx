import Tiles from '#modules/backoffice/tiles/tiles.island.tsx'
import { fetchTiles, fetchTileTypes } from '#modules/backoffice/tiles/tiles.ts'
import { archiveTexts } from '#modules/catalogue/archive/archive.texts.ts'
import { courses } from '#modules/catalogue/courses/courses.grid.ts'
import { courseTexts } from '#modules/catalogue/courses/courses.texts.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { holdsForVisited } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** The courses of the organization and those below it. */
export default page({
  address: '/manage/courses',
  title: courses.title,
  may: courses.may,
  load: async (input) => ({
    grid: await loadGrid(courses, input),
    canAdd: holdsForVisited(input.ctx, 'MANAGE_COURSES:CREATE'),
    tiles: (await fetchTiles.run(input.ctx, { application_path: 'courses' })).dashboardTile,
    types: (await fetchTileTypes.run(input.ctx, { application_path: 'courses' })).dashboardTileTypes,
  }),
  submit: (input) => submitGrid(courses, input),
  view: ({ grid, canAdd, tiles, types }) => (
    <>
      <GridPage data={grid} actions={canAdd && <Add />} />
      {/* Below the list, which is what people come for. */}
      <div className="mt-6">
        <Tiles application_path="courses" first={tiles} types={types} />
      </div>
    </>
  ),
  layout: BackOfficeLayout,
})

function Add() {
  const t = useTexts(courseTexts)
  const a = useTexts(archiveTexts)
  return (
    <>
      <LinkButton href={pathTo('/manage/courses-import')} variant="outline">
        {a('importCourse')}
      </LinkButton>
      <LinkButton href={pathTo('/manage/courses-new')}>{t('add')}</LinkButton>
    </>
  )
}
