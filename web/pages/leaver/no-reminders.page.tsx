import { selectEmail, unsubscribe } from '#modules/checkout/entry.ts'
import { leaverTexts } from '#modules/checkout/leaver/leaver.texts.ts'
import { anyone } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'

/** The target of a reminder's unsubscribe link: a form, because mail programs open links by themselves. */
export default page({
  address: '/checkout/no-reminders/:reference{[0-9a-f-]{36}}',
  title: leaverTexts.stopTitle,
  may: anyone,
  layout: PublicLayout,
  referrer: 'none',
  async load({ ctx, params }) {
    await selectEmail(ctx, params.reference)
    return { organization: ctx.organization.name }
  },
  async submit({ ctx, params }) {
    await unsubscribe(ctx, params.reference)
    return redirect('/', { flash: { kind: 'success', text: localize(ctx.locale, leaverTexts.stopped) } })
  },
  view: ({ organization }) => <Stop organization={organization} />,
})

function Stop({ organization }: { organization: string }) {
  const t = useTexts(leaverTexts)
  return (
    <div className="mx-auto max-w-xl">
      <PageTitle>{t('stopTitle')}</PageTitle>
      <Card>
        <p className="mb-4">{t('stopLead', { organization })}</p>
        <form method="post">
          <BusySubmit label={t('stop')} busyLabel={t('stopping')} />
        </form>
      </Card>
    </div>
  )
}
