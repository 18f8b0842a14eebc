import { sentEmails } from '#modules/backoffice/emails/sent-emails.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** The emails that were sent. */
export default page({
  address: '/manage/settings/sent-emails',
  title: sentEmails.title,
  may: sentEmails.may,
  load: (input) => loadGrid(sentEmails, input),
  view: (data) => <GridPage data={data} />,
  layout: BackOfficeLayout,
})
