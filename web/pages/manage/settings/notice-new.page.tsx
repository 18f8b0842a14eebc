import { systemNoticeType } from '#modules/settings/lookups.shared.ts'
import { noticeTexts } from '#modules/settings/notices/notice.texts.ts'
import { saveSystemNotice } from '#modules/settings/notices/save-system-notice.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { announcedBy, blankDraft, draftIn } from './announcement-draft.ts'
import { NoticeForm } from './notice-form.tsx'
import { noticesPath } from './notices.page.tsx'

const blank = { ...blankDraft, lk_system_notice_type_id: systemNoticeType.Global, version: null }

export default page({
  address: '/manage/settings/notices/new',
  title: noticeTexts.add,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  layout: BackOfficeLayout,
  async submit({ ctx, form: { values } }) {
    const { message = '' } = await saveSystemNotice.run(ctx, {
      lk_system_notice_type_id: Number(values.lk_system_notice_type_id),
      ...announcedBy(draftIn(values), zoneOf(ctx)),
    })
    return redirect(noticesPath, { flash: { kind: 'success', text: message } })
  },
  view: (_data, { form, locale }) => (
    <div className="grid max-w-2xl gap-4">
      <PageTitle>{localize(locale, noticeTexts.add)}</PageTitle>
      <NoticeForm initial={blank} form={form} />
      <p>
        <TextLink href={noticesPath}>{localize(locale, noticeTexts.back)}</TextLink>
      </p>
    </div>
  ),
})
