import { lk_system_notice_type } from '#modules/settings/lookups.shared.ts'
import { noticeTexts } from '#modules/settings/notices/notice.texts.ts'
import { options } from '#platform/lookups.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import type { AnnouncementDraft } from './announcement-draft.ts'
import { AnnouncementFields } from './announcement-fields.tsx'

export type NoticeDraft = AnnouncementDraft & { lk_system_notice_type_id: number; version: number | null }

/** One notice: its audience, message and days. */
export function NoticeForm({ initial, form }: { initial: NoticeDraft; form: FormState }) {
  const t = useTexts(noticeTexts)
  const locale = useLocale()
  return (
    <>
      <FormAlert message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          {initial.version !== null && <input type="hidden" name="version" value={initial.version} />}
          <SelectField
            {...field(form, 'lk_system_notice_type_id', String(initial.lk_system_notice_type_id))}
            label={t('type')}
            options={options(lk_system_notice_type, locale)}
          />
          <AnnouncementFields initial={initial} form={form} />
          <BusySubmit label={t('save')} busyLabel={t('saving')} />
        </form>
      </Card>
    </>
  )
}
