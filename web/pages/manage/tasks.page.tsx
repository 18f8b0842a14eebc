import { stopBulkRun } from '#modules/backoffice/bulk/stop-bulk-run.ts'
import { undoBulkRun } from '#modules/backoffice/bulk/undo-bulk-run.ts'
import { fetchTasks } from '#modules/identity/tasks/fetch-tasks.ts'
import Tasks from '#modules/identity/tasks/tasks.island.tsx'
import { taskTexts } from '#modules/identity/tasks/tasks.texts.ts'
import { requestExport } from '#platform/grid/request-export.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type PageData = Awaited<ReturnType<typeof fetchTasks.run>>

/** The signed-in person's background tasks; without scripts, a reload shows progress. */
export default page({
  address: '/manage/tasks',
  title: taskTexts.title,
  may: staff(),
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchTasks.run(ctx, {}),
  /** Starts the export of a long list, stops an action or undoes one, without scripts. */
  async submit({ ctx, form: { values } }) {
    if (values.stop || values.undo) {
      const { message = '' } = values.stop
        ? await stopBulkRun.run(ctx, { task_id: Number(values.stop) })
        : await undoBulkRun.run(ctx, { task_id: Number(values.undo) })
      return redirect(pathTo('/manage/tasks'), { flash: { kind: 'success', text: message } })
    }
    const result = await requestExport(ctx, values.call ?? '', values.query ?? '')
    if (result.kind === 'download') return redirect(result.href)
    return redirect(pathTo('/manage/tasks'), { flash: { kind: 'success', text: result.message } })
  },
  view: (data) => <Page first={data} />,
})

function Page({ first }: { first: PageData }) {
  const t = useTexts(taskTexts)
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('lead')}</p>
      <Card>
        <Tasks first={first} />
      </Card>
    </>
  )
}
