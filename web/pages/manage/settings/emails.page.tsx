import { fetchEmailSender, saveEmailSender } from '#modules/backoffice/emails/email-sender.ts'
import { fetchEmails } from '#modules/backoffice/emails/fetch-emails.ts'
import { saveEmail } from '#modules/backoffice/emails/save-email.ts'
import { previewEmail, testEmail } from '#modules/backoffice/emails/try-email.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { megabyte } from '#platform/http/limit-body.ts'
import { offeredLanguages, parseLocale } from '#platform/languages.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { redisplayForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { wordsUnder } from './added-words.tsx'
import type { PreviewedEmail } from './email-preview.tsx'
import { emailPageTexts } from './emails.texts.ts'
import { Emails, type EmailsShown, type EmailTrialResult } from './emails-view.tsx'

type FormValues = Readonly<Record<string, string>>
type Query = Readonly<Record<string, string | undefined>>

/** The texts and senders of the organization's emails. */
export default page({
  address: '/manage/settings/emails',
  title: emailPageTexts.title,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  max_form: megabyte,
  layout: BackOfficeLayout,
  load: ({ ctx, query }) => load(ctx, query),
  async submit({ ctx, url, form: { values } }) {
    if (values.action === 'preview' || values.action === 'test') return redisplayForm(await tryEmail(ctx, values))
    const { message = '' } = values.action === 'sender' ? await takeSender(ctx, values) : await saveWords(ctx, values)
    return redirect(pathTo('/manage/settings/emails', { query: url.searchParams }), {
      flash: { kind: 'success', text: message },
    })
  },
  view: (data, { form }) => <Emails {...data} form={form} />,
})

async function load(ctx: Ctx, query: Query): Promise<EmailsShown> {
  const language = query.language ? parseLocale(query.language) : ctx.locale
  const [{ emails }, sender] = await Promise.all([fetchEmails.run(ctx, { language }), fetchEmailSender.run(ctx, {})])
  const row = emails.find(({ email }) => email === query.email)
  const chosenEmail = row && { row, preview: await previewOf(ctx, { email: row.email, language, texts: {} }) }
  const languages = offeredLanguages().map(({ language: value, name: label }) => ({ value, label }))
  return { language, languages, emails, sender, chosen: chosenEmail ?? null }
}

const takeSender = (ctx: Ctx, values: FormValues) =>
  saveEmailSender.run(ctx, {
    sender_name: values.sender_name ?? '',
    reply_to: values.reply_to ?? '',
    footer_en: values.footer_en ?? '',
    footer_es: values.footer_es ?? '',
    footer_more: wordsUnder(values, 'footer_more'),
    version: Number(values.version) || 0,
  })

/** Returns the preview as plain text, the format that the page shows. */
async function previewOf(ctx: Ctx, draft: Parameters<typeof previewEmail.run>[1]): Promise<PreviewedEmail> {
  const { subject, text, sender_name, reply_to } = await previewEmail.run(ctx, draft)
  return { subject, text, sender_name, reply_to }
}

/** Previews the input with sample data, or sends it to the person who typed it. */
async function tryEmail(ctx: Ctx, values: FormValues): Promise<EmailTrialResult> {
  const { email = '', language = '', action } = values
  const input = Object.entries(values).filter(([name]) => name.startsWith('texts.'))
  const texts = Object.fromEntries(input.map(([name, text]) => [name.slice('texts.'.length), text]))
  const draft = { email, language, texts }
  const preview = await previewOf(ctx, draft)
  const testResult = action === 'test' ? await testEmail.run(ctx, draft) : null
  return { preview, sent: testResult?.message ?? null }
}

async function saveWords(ctx: Ctx, values: Query) {
  const { email = '', language = '', action } = values
  const { emails } = await fetchEmails.run(ctx, { language })
  const row = emails.find((email_) => email_.email === email)
  if (!row) throw errors.notFound()
  const texts = row.texts.map(({ key }) => [key, action === 'reset' ? '' : (values[`texts.${key}`] ?? '')])
  return saveEmail.run(ctx, { email, language, texts: Object.fromEntries(texts), version: Number(values.version) || 0 })
}
