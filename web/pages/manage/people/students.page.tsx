import { students } from '#modules/backoffice/students/students.grid.ts'
import { studentWords } from '#modules/backoffice/students/students.texts.ts'
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
  address: '/manage/students',
  title: students.title,
  may: students.may,
  load: async (input) => ({
    grid: await loadGrid(students, input),
    canAdd: holds(input.ctx.actor, 'MANAGE_STUDENTS:CREATE'),
  }),
  submit: (input) => submitGrid(students, input),
  view: ({ grid, canAdd }) => (
    <>
      <GridPage data={grid} actions={canAdd && <AddStudent />} />
      <AccountModal />
    </>
  ),
  layout: BackOfficeLayout,
})

/** A separate page; with scripts, a dialog replaces it. */
function AddStudent() {
  const t = useTexts(studentWords)
  return (
    <>
      <LinkButton href={pathTo('/manage/student/new/account')}>{t('add_student')}</LinkButton>
      <LinkButton href={pathTo('/manage/students/upload')} variant="outline">
        {t('upload_students')}
      </LinkButton>
    </>
  )
}
