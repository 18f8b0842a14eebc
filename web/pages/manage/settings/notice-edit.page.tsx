import { selectSavedNotice } from '#modules/settings/entry.ts'
import { noticeTexts } from '#modules/settings/notices/notice.texts.ts'
import { removeSystemNotice } from '#modules/settings/notices/remove-system-notice.ts'
import { saveSystemNotice } from '#modules/settings/notices/save-system-notice.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { announcedBy, draftIn, draftOf } from './announcement-draft.ts'
import { type NoticeDraft, NoticeForm } from './notice-form.tsx'
import { noticesPath } from './notices.page.tsx'

/** One notice: change it, or remove it. */
export default page({
  address: '/manage/settings/notices/:system_notice_id{[0-9]{1,9}}',
  title: noticeTexts.edit,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<NoticeDraft> {
    const notice = await selectSavedNotice(ctx, Number(params.system_notice_id))
    const { lk_system_notice_type_id, version } = notice
    return { ...draftOf(notice, zoneOf(ctx)), lk_system_notice_type_id, version }
  },
  async submit({ ctx, params, form: { values } }) {
    const system_notice_id = Number(params.system_notice_id)
    const { message = '' } =
      values.action === 'remove'
        ? await removeSystemNotice.run(ctx, { system_notice_id })
        : await saveSystemNotice.run(ctx, {
            system_notice_id,
            lk_system_notice_type_id: Number(values.lk_system_notice_type_id),
            ...announcedBy(draftIn(values), zoneOf(ctx)),
            version: Number(values.version),
          })
    return redirect(noticesPath, { flash: { kind: 'success', text: message } })
  },
  view: (notice, { form }) => <EditNotice notice={notice} form={form} />,
})

function EditNotice({ notice, form }: { notice: NoticeDraft; form: FormState }) {
  const t = useTexts(noticeTexts)
  return (
    <div className="grid max-w-2xl gap-4">
      <PageTitle>{t('edit')}</PageTitle>
      {notice.message === '' && <Alert variant="attention">{t('formatted')}</Alert>}
      <NoticeForm initial={notice} form={form} />
      <Panel title={t('remove')}>
        <p className="mb-4">{t('removeLead')}</p>
        <form method="post">
          <input type="hidden" name="action" value="remove" />
          <ConfirmSubmit label={t('remove')}>{t('removeLead')}</ConfirmSubmit>
        </form>
      </Panel>
      <p>
        <TextLink href={noticesPath}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
