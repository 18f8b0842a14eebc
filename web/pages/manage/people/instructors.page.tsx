import { instructors } from '#modules/backoffice/staff/instructors.grid.ts'
import { staffWords } from '#modules/backoffice/staff/staff.texts.ts'
import InviteInstructor from '#modules/identity/invitations/invite-instructor.island.tsx'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, holdsForVisited } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import AccountModal from '#web/account/account-modal.island.tsx'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/instructors',
  title: instructors.title,
  may: instructors.may,
  load: async (input) => ({
    grid: await loadGrid(instructors, input),
    canAdd: holds(input.ctx.actor, 'MANAGE_INSTRUCTORS:CREATE'),
    invites: holdsForVisited(input.ctx, 'MANAGE_INSTRUCTORS:CREATE'),
  }),
  submit: (input) => submitGrid(instructors, input),
  view: ({ grid, canAdd, invites }) => (
    <>
      <GridPage data={grid} actions={canAdd && <AddInstructor invites={invites} />} />
      <AccountModal />
    </>
  ),
  layout: BackOfficeLayout,
})

/** Pages of their own; with scripts, dialogs replace them. */
function AddInstructor({ invites }: { invites: boolean }) {
  const t = useTexts(staffWords)
  return (
    <>
      {invites && <InviteInstructor href={pathTo('/manage/invitations')} />}
      <LinkButton href={pathTo('/manage/instructor/new/account')}>{t('add_instructor')}</LinkButton>
    </>
  )
}
