import { type HumanCheckSite, humanCheck } from '#modules/identity/sign-in/human-check.ts'
import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import { initialCategory, listCategories, selectSupportNotice } from '#modules/support/entry.ts'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { writeAsVisitor } from '#modules/support/visitor/visitor-ticket.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { texts } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { captchaSources, HumanCheckField } from '#web/pages/account/human-check-field.tsx'

const messages = texts({
  title: ['Contact support', 'Comunicarse con soporte'],
  lead: [
    "Write to us here. We'll reply by email and include a link to the conversation.",
    'Escríbanos aquí. Le responderemos por correo electrónico, con un enlace a la conversación.',
  ],
  name: ['Your name', 'Su nombre'],
  email: ['Email', 'Correo electrónico'],
  signIn: ['Have an account? Sign in to chat with us.', '¿Tiene una cuenta? Inicie sesión para hablar con nosotros.'],
})

/**
 * For people who can't sign in. Signed-in people are sent to their own account's form, with the same values filled in.
 */
export default page({
  address: '/support/contact',
  title: messages.title,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, query, url }) {
    if (ctx.actor.kind === 'user') {
      const params = new URLSearchParams(url.searchParams)
      params.set('new', 'true')
      return redirect(pathTo('/support/center', { query: params }))
    }
    const [categories, notice] = await Promise.all([listCategories(ctx), selectSupportNotice(ctx)])
    return {
      categories,
      notice: notice.closed ?? notice.hours,
      captcha: ctx.use(humanCheck).site,
      details: query.details?.slice(0, 1_000) ?? '',
      request_id: crypto.randomUUID() as string,
    }
  },
  csp: ({ captcha }) => captchaSources(captcha),
  async submit({ ctx, form: { values } }) {
    const { name = '', email = '', details = '', category_id, recaptchaToken, request_id } = values
    const draft = { name, email, details: encodeMessage(details), category_id: Number(category_id) || undefined }
    const { message = '' } = await writeAsVisitor.run(ctx, {
      ...draft,
      recaptchaToken,
      request_id: request_id || null,
    })
    return redirect(pathTo('/support/contact'), { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Contact {...data} form={form} />,
})

type Props = {
  categories: readonly { value: number; label: string }[]
  notice: string
  captcha: HumanCheckSite | null
  details: string
  request_id: string
  form: FormState
}

function Contact({ categories, notice, captcha, details, request_id, form }: Props) {
  const t = useTexts(messages)
  const c = useTexts(chatTexts)
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Card>
        <FormAlert message={form.message} />
        <form method="post" className="grid gap-4">
          <input type="hidden" name="request_id" value={form.values.request_id ?? request_id} />
          <TextField label={t('name')} {...field(form, 'name')} autoComplete="name" required maxLength={100} />
          <TextField label={t('email')} {...field(form, 'email')} type="email" autoComplete="email" required />
          <SelectField
            label={c('about')}
            {...field(form, 'category_id', initialCategory(categories, undefined))}
            options={categories}
          />
          <TextareaField
            label={c('details')}
            {...field(form, 'details', details)}
            required
            rows={6}
            maxLength={5_000}
          />
          <HumanCheckField site={captcha} action="support" name="recaptchaToken" />
          <p className="text-sm text-muted-foreground">{notice}</p>
          <BusySubmit label={c('send')} busyLabel={c('sending')} />
        </form>
      </Card>
      <p className="mt-4">
        <TextLink href={pathTo('/login', { query: { redirect: pathTo('/support') } })}>{t('signIn')}</TextLink>
      </p>
    </div>
  )
}
