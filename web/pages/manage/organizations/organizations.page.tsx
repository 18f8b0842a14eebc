import { organizations } from '#modules/backoffice/organizations/organizations.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { profileTexts } from './profile-form.texts.ts'

/** The organizations in scope, with links to their courses and websites. */
export default page({
  address: '/manage/organizations',
  title: organizations.title,
  may: organizations.may,
  load: async (input) => ({
    grid: await loadGrid(organizations, input),
    canAdd: holds(input.ctx.actor, 'MANAGE_ORGANIZATION:CREATE'),
  }),
  submit: (input) => submitGrid(organizations, input),
  view: ({ grid, canAdd }) => <GridPage data={grid} actions={canAdd && <AddOrganization />} />,
  layout: BackOfficeLayout,
})

function AddOrganization() {
  const t = useTexts(profileTexts)
  return <LinkButton href={pathTo('/manage/organizations/new')}>{t('add')}</LinkButton>
}
