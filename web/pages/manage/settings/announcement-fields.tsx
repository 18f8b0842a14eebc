import { noticeTexts } from '#modules/settings/notices/notice.texts.ts'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { AddedWords } from './added-words.tsx'
import type { AnnouncementDraft, AnnouncementField } from './announcement-draft.ts'

type Props = { initial: AnnouncementDraft; form: FormState; prefix?: string }

/** The message in each language, style and days of a notice or banner. `prefix` goes before each field name. */
export function AnnouncementFields({ initial, form, prefix = '' }: Props) {
  const t = useTexts(noticeTexts)
  const fieldOf = (name: AnnouncementField) => field(form, `${prefix}${name}`, initial[name])
  const kinds = (['info', 'attention', 'error'] as const).map((kind) => ({ value: kind, label: t(kind) }))
  return (
    <>
      <TextareaField {...fieldOf('message')} label={t('english')} rows={3} maxLength={5000} />
      <TextareaField {...fieldOf('spanish')} label={t('spanish')} hint={t('spanishHint')} rows={3} maxLength={5000} />
      <AddedWords
        form={form}
        name={`${prefix}words`}
        words={initial.more}
        label={(language) => t('added', { language })}
        hint={t('addedHint')}
        rows={3}
        maxLength={5000}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField {...fieldOf('kind')} label={t('kind')} options={kinds} />
        <TextField {...fieldOf('starts_at')} type="date" label={t('from')} />
        <TextField {...fieldOf('ends_at')} type="date" label={t('until')} />
      </div>
      <p className="text-sm text-muted-foreground">{t('scheduleHint')}</p>
    </>
  )
}
