import { orderCookie } from '#modules/identity/entry.ts'
import { logInByOrder } from '#modules/identity/storefront/log-in-by-order.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { type PageInput, page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailedCode } from './emailed-code.tsx'
import { destination, finishSignIn, runForm } from './enter.ts'
import { orderTexts } from './login-order.texts.ts'

type Input = PageInput<'/login/order'>

/** Two steps: order and email address, then the emailed code. The browser stores the input of the first step. */
export default page({
  address: '/login/order',
  title: orderTexts.title,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx, request }) =>
    ctx.use(storefronts).some(({ organization }) => organization === ctx.organization.code)
      ? { sentTo: pendingOrderIn(ctx.request.origin, request)?.email ?? null }
      : notFound(),
  submit: (input) =>
    runForm(input.ctx, input.form, () => {
      const { origin } = input.ctx.request
      if (input.form.values.again === '1')
        return Promise.resolve(redirect(ownPath(input), { cookies: [orderCookie.forget(origin)] }))
      return input.form.values.code === undefined
        ? requestCode(input, input.form.values)
        : logIn(input, input.form.values.code)
    }),
  view: ({ sentTo }, input) =>
    sentTo === null ? <Order {...input} /> : <EmailedCode email={sentTo} form={input.form} texts={orderTexts} />,
})

const pendingOrderIn = (origin: string, request: Request) => orderCookie.read(origin, request.headers.get('cookie'))
const ownPath = ({ query }: Pick<Input, 'query'>) =>
  pathTo('/login/order', { query: { redirect: query.redirect && destination(query) } })

async function requestCode(
  input: Input,
  { shopify_order_id = '', email = '' }: Record<string, string>,
): Promise<PageRedirect> {
  const { ctx } = input
  await logInByOrder.run(ctx, { shopify_order_id, email })
  return redirect(ownPath(input), { cookies: [orderCookie.keep(ctx.request.origin, { shopify_order_id, email })] })
}

async function logIn({ ctx, query, request }: Input, code: string): Promise<PageRedirect> {
  const input = pendingOrderIn(ctx.request.origin, request) ?? { shopify_order_id: '', email: '' }
  const { token, ...answer } = await logInByOrder.run(ctx, { ...input, code: code.trim() || '-' })
  const expiredCookie = orderCookie.forget(ctx.request.origin)
  if (token === undefined) {
    const flash = { kind: 'success' as const, text: localText(ctx.locale, orderTexts, 'connected') }
    return redirect(pathTo('/dashboard'), { flash, cookies: [expiredCookie] })
  }
  const leave = finishSignIn(ctx, { token, ...answer }, destination(query))
  return redirect(leave.to, { ...leave, cookies: [...(leave.cookies ?? []), expiredCookie] })
}

function Order({ form, frame }: ViewInput) {
  const t = useTexts(orderTexts)
  const footer = (
    <p>
      <TextLink href={withCarriedParams(frame, pathTo('/login'))}>{t('back')}</TextLink>
    </p>
  )
  return (
    <AccountCard title={t('title')} lead={t('lead')} message={form.message} below={frame.user ? null : footer}>
      <form method="post" className="grid gap-4">
        <TextField
          {...field(form, 'shopify_order_id')}
          label={t('order')}
          hint={t('orderHint')}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField {...field(form, 'email')} label={t('email')} type="email" autoComplete="email" required />
        <BusySubmit label={t('send')} busyLabel={t('sending')} />
      </form>
    </AccountCard>
  )
}
