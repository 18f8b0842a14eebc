import type { fetchEmailSender } from '#modules/backoffice/emails/email-sender.ts'
import type { EmailRow } from '#modules/backoffice/emails/fetch-emails.ts'
import { directionOf } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { AddedWords } from './added-words.tsx'
import type { PreviewedEmail } from './email-preview.tsx'
import EmailTrial from './email-trial.island.tsx'
import { emailPageTexts } from './emails.texts.ts'

export type EmailsShown = {
  language: string
  languages: readonly { value: string; label: string }[]
  emails: readonly EmailRow[]
  sender: Awaited<ReturnType<typeof fetchEmailSender.run>>
  /** The open email, and its preview with sample data. */
  chosen: { row: EmailRow; preview: PreviewedEmail } | null
}

/** The result of a form sent without scripts. */
export type EmailTrialResult = { preview: PreviewedEmail; sent: string | null }

const sentPath = pathTo('/manage/settings/sent-emails')

type ViewProps = EmailsShown & { form: FormState }

export function Emails(props: ViewProps) {
  const { chosen, form } = props
  const t = useTexts(emailPageTexts)
  return (
    <div className="grid max-w-4xl gap-4">
      <PageTitle lead={t('lead')} actions={<TextLink href={sentPath}>{t('sent')}</TextLink>}>
        {chosen ? chosen.row.name : t('title')}
      </PageTitle>
      <FormAlert message={form.message} />
      {chosen ? <Editor {...props} chosen={chosen} /> : <List {...props} />}
    </div>
  )
}

function List({ language, languages, emails, sender, form }: ViewProps) {
  const t = useTexts(emailPageTexts)
  return (
    <>
      <form method="get" className="flex flex-wrap items-end gap-2">
        <SelectField name="language" label={t('language')} defaultValue={language} options={languages} />
        <Button type="submit" variant="outline">
          {t('show')}
        </Button>
      </form>
      <Table label={t('title')} stacked>
        <thead>
          <tr>
            <TableHead>{t('email')}</TableHead>
            <TableHead>{t('subject')}</TableHead>
            <TableHead>{t('state')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {emails.map((row) => (
            <tr key={row.email}>
              <TableCell label={t('email')}>
                <TextLink href={pathTo('/manage/settings/emails', { query: { email: row.email, language } })} alone>
                  {row.name}
                </TextLink>
              </TableCell>
              <TableCell label={t('subject')}>{currentText(row, row.subject)}</TableCell>
              <TableCell label={t('state')}>
                <Badge tone={row.changed ? 'blue' : 'gray'}>{t(row.changed ? 'own' : 'ours')}</Badge>
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Sender sender={sender} form={form} />
    </>
  )
}

/** The current text of an email, by key. */
function currentText({ texts }: EmailRow, key: string): string {
  const text = texts.find((text) => text.key === key)
  return text ? ((text.outdated ? null : text.own) ?? text.inherited) : ''
}

function Sender({ sender: { own, inherited, version }, form }: Pick<ViewProps, 'sender' | 'form'>) {
  const t = useTexts(emailPageTexts)
  const hint = (value: string | null) => (value ? t('inherited', { value }) : t('inheritedNone'))
  return (
    <Panel title={t('sender')}>
      <p className="mb-3 text-muted-foreground">{t('senderLead')}</p>
      <form method="post" className="grid gap-4 sm:grid-cols-2">
        <input type="hidden" name="action" value="sender" />
        <input type="hidden" name="version" value={version} />
        <TextField
          {...field(form, 'sender_name', own.sender_name ?? '')}
          label={t('senderName')}
          hint={hint(inherited.sender_name)}
          maxLength={80}
        />
        <TextField
          {...field(form, 'reply_to', own.reply_to ?? '')}
          type="email"
          label={t('replyTo')}
          hint={hint(inherited.reply_to)}
          maxLength={200}
        />
        <TextareaField
          {...field(form, 'footer_en', own.footer_en ?? '')}
          label={t('footerEnglish')}
          hint={hint(inherited.footer_en)}
          rows={3}
          maxLength={1_000}
        />
        <TextareaField
          {...field(form, 'footer_es', own.footer_es ?? '')}
          label={t('footerSpanish')}
          hint={hint(inherited.footer_es)}
          rows={3}
          maxLength={1_000}
        />
        <AddedWords
          form={form}
          name="footer_more"
          words={own.footer_more}
          label={(language) => t('footerAdded', { language })}
          hint={t('addedHint')}
          rows={3}
          maxLength={1_000}
        />
        <div className="sm:col-span-2">
          <BusySubmit label={t('saveSender')} busyLabel={t('saving')} />
        </div>
      </form>
    </Panel>
  )
}

function Editor({
  chosen: { row, preview },
  language,
  languages,
  form,
}: ViewProps & { chosen: NonNullable<ViewProps['chosen']> }) {
  const t = useTexts(emailPageTexts)
  const showInstant = useShowInstant()
  const trial = form.answer.preview ? (form.answer as EmailTrialResult) : null
  return (
    <>
      {trial?.sent && <Alert variant="success">{trial.sent}</Alert>}
      <TextLink href={pathTo('/manage/settings/emails', { query: { language } })}>{t('all')}</TextLink>
      <form method="post" className="grid gap-4">
        <input type="hidden" name="email" value={row.email} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="version" value={row.version} />
        <Panel title={languages.find(({ value }) => value === language)?.label ?? language}>
          <div className="grid gap-4" lang={language.slice(0, 2)} dir={directionOf(language)}>
            <Words row={row} form={form} />
          </div>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button type="submit" name="action" value="save">
              {t('save')}
            </Button>
            {row.changed && (
              <Button type="submit" name="action" value="reset" variant="outline">
                {t('reset')}
              </Button>
            )}
          </div>
          {row.changed_at && <p className="mt-2 text-sm text-muted-foreground">{showInstant(row.changed_at)}</p>}
        </Panel>
        <Panel title={t('previewTitle')}>
          <EmailTrial email={row.email} language={language} saved={trial?.preview ?? preview} />
        </Panel>
      </form>
    </>
  )
}

function Words({ row, form }: { row: EmailRow; form: FormState }) {
  const t = useTexts(emailPageTexts)
  const paragraphs = row.texts.filter(({ key }) => ![row.subject, row.heading, row.button].includes(key))
  const labelOf = (key: string) => {
    if (key === row.subject) return t('subject')
    if (key === row.heading) return t('heading')
    if (key === row.button) return t('button')
    return t('paragraph', { n: paragraphs.findIndex((paragraph) => paragraph.key === key) + 1 })
  }
  return row.texts.map((text) => {
    const { key, own, inherited, variables, outdated } = text
    const names = variables.map((name) => `{${name}}`).join(', ')
    const hint = [t('product', { words: inherited }), names && t('variables', { names }), outdated && t('outdated')]
    const isLong = inherited.length > 80
    const props = {
      ...field(form, `texts.${key}`, own ?? ''),
      label: labelOf(key),
      hint: hint.filter(Boolean).join(' · '),
      maxLength: key === row.subject ? 200 : 2_000,
    }
    return isLong ? <TextareaField key={key} {...props} rows={3} /> : <TextField key={key} {...props} />
  })
}
