import { administrators } from '#modules/backoffice/staff/administrators.grid.ts'
import { staffWords } from '#modules/backoffice/staff/staff.texts.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, holds, type Policy } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import AccountModal from '#web/account/account-modal.island.tsx'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** Only Admins see the page, and an Admin can be denied it. */
const adminsWhoRead: Policy = {
  description: 'Admin with MANAGE_ADMIN:READ',
  gate: (actor) => admin.gate(actor) && administrators.may.gate(actor),
}

export default page({
  address: '/manage/administrators',
  title: administrators.title,
  may: adminsWhoRead,
  load: async (input) => ({
    grid: await loadGrid(administrators, input),
    canAdd: holds(input.ctx.actor, 'MANAGE_ADMIN:CREATE'),
  }),
  submit: (input) => submitGrid(administrators, input),
  view: ({ grid, canAdd }) => (
    <>
      <GridPage data={grid} actions={canAdd && <AddAdministrator />} />
      <AccountModal />
    </>
  ),
  layout: BackOfficeLayout,
})

/** A separate page; with scripts, a dialog replaces it. */
function AddAdministrator() {
  const t = useTexts(staffWords)
  return <LinkButton href={pathTo('/manage/administrator/new/account')}>{t('add_administrator')}</LinkButton>
}
