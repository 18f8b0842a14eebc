import { linkCookie, openAddress } from '#modules/identity/entry.ts'
import { sendSignInLink } from '#modules/identity/sign-in-link/send-sign-in-link.ts'
import { signInByLink } from '#modules/identity/sign-in-link/sign-in-by-link.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { type PageInput, page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailedCode } from './emailed-code.tsx'
import { destination, finishSignIn, redirectSignedIn, runForm, withDestination } from './enter.ts'
import { linkTexts } from './login-link.texts.ts'

type Input = PageInput<'/login/link'>

/** Two steps: the email address, then the emailed code. The link of the email leads to `/login/link/open`. */
export default page({
  address: '/login/link',
  title: linkTexts.title,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx, query, request }) =>
    redirectSignedIn(ctx, query) ?? {
      sentTo: pendingLinkIn(ctx.request.origin, request)?.email ?? null,
      // The link in a receipt ('Open my course') contains its buyer's address.
      email: openAddress(ctx, query.for),
    },
  submit: (input) =>
    runForm(input.ctx, input.form, () => {
      const { origin } = input.ctx.request
      if (input.form.values.again === '1')
        return Promise.resolve(redirect(ownPath(input), { cookies: [linkCookie.forget(origin)] }))
      return input.form.values.code === undefined
        ? requestLink(input, input.form.values.email ?? '')
        : signIn(input, input.form.values.code)
    }),
  view: ({ sentTo, email }, input) =>
    sentTo === null ? <Ask email={email} {...input} /> : <Code email={sentTo} {...input} />,
})

const pendingLinkIn = (origin: string, request: Request) => linkCookie.read(origin, request.headers.get('cookie'))
const ownPath = ({ query }: Pick<Input, 'query'>) =>
  pathTo('/login/link', { query: { redirect: query.redirect && destination(query) } })

async function requestLink(input: Input, email: string): Promise<PageRedirect> {
  const { ctx, query } = input
  const { request } = await sendSignInLink.run(ctx, { email })
  const cookie = linkCookie.keep(ctx.request.origin, { request, email: email.trim(), to: destination(query) })
  return redirect(ownPath(input), { cookies: [cookie] })
}

async function signIn({ ctx, query, request }: Input, code: string): Promise<PageRedirect> {
  const pending = pendingLinkIn(ctx.request.origin, request)
  const result = await signInByLink.run(ctx, { request: pending?.request ?? '', code: code.trim() })
  const leave = finishSignIn(ctx, result, destination(query))
  return redirect(leave.to, { ...leave, cookies: [...(leave.cookies ?? []), linkCookie.forget(ctx.request.origin)] })
}

function Ask({ email, form, frame, query }: ViewInput & { email: string }) {
  const t = useTexts(linkTexts)
  const footer = (
    <p>
      <TextLink href={withCarriedParams(frame, withDestination('/login', query))}>{t('back')}</TextLink>
    </p>
  )
  return (
    <AccountCard title={t('title')} lead={t('lead')} message={form.message} below={footer}>
      <form method="post" className="grid gap-4">
        <TextField {...field(form, 'email', email)} label={t('email')} type="email" autoComplete="email" required />
        <BusySubmit label={t('send')} busyLabel={t('sending')} />
      </form>
    </AccountCard>
  )
}

function Code({ email, form, frame, query }: ViewInput & { email: string }) {
  const t = useTexts(linkTexts)
  const backLink = (
    <p>
      <TextLink href={withCarriedParams(frame, withDestination('/login', query))}>{t('back')}</TextLink>
    </p>
  )
  return <EmailedCode email={email} form={form} texts={linkTexts} below={backLink} />
}
