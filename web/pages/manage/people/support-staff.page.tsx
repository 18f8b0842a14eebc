import { staffWords } from '#modules/backoffice/staff/staff.texts.ts'
import { supportStaff } from '#modules/backoffice/staff/support-staff.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import AccountModal from '#web/account/account-modal.island.tsx'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/support-staff',
  title: supportStaff.title,
  may: supportStaff.may,
  load: async (input) => ({
    grid: await loadGrid(supportStaff, input),
    canAdd: holds(input.ctx.actor, 'MANAGE_INSTRUCTORS:CREATE'),
  }),
  submit: (input) => submitGrid(supportStaff, input),
  view: ({ grid, canAdd }) => (
    <>
      <GridPage data={grid} actions={canAdd && <AddSupport />} />
      <AccountModal />
    </>
  ),
  layout: BackOfficeLayout,
})

/** A separate page; with scripts, a dialog replaces it. */
function AddSupport() {
  const t = useTexts(staffWords)
  return <LinkButton href={pathTo('/manage/support/new/account')}>{t('add_support')}</LinkButton>
}
